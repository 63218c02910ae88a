"""What the check of a record proves, and what it does not, in words.

A verdict without its limits would promise too much. Programs get the codes, people the sentences.
The command and the page that checks the dice show the same sentences; static/fair/page.js chooses
them by the same conditions. docs/fair-dice.md says it at length: keep all three in step.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cubilete.core.fair.recipe import RECIPE_1, RECIPE_3
from cubilete.core.fair.verification import Proof
from cubilete.core.message import N_, Message

COVERS: Mapping[str, str] = {
    "dice": N_("Dice and cards: all come from the table's secret and the seeds of all seats."),
    "rules": N_("Rules: every decision was legal, and the result follows from them."),
    "made-seeds": N_("Seeds said to be the table's: they were fixed with its secret."),
    "seats": N_("Seats: the dice were drawn for these names of people and these seats of bots."),
    "bot-seeds": N_(
        "Seeds of bots and of people who brought none: they were fixed with the secret."
    ),
    "commitment": N_("The secret: its fingerprint is the one that you noted before."),
    "seal": N_("Decisions, names and the end: the seal is the one that you noted."),
}
LIMITS: Mapping[str, str] = {
    "seats": N_("Names and seats: the first recipe binds neither names nor seats of bots."),
    "shared-dice": N_("Names and seats: these dice are the same for everybody."),
    "bot-seeds": N_("Seeds of bots: by the first recipe a table could call them a player's own."),
    "decisions": N_(
        "Decisions, and the names of bots: they may have been changed."
        " Compare the seal with the one that players noted."
    ),
    "end": N_("The end: the game may have gone on after event {n}, and the rest cut off."),
    "commitment": N_(
        "The time: that the secret was fixed before the game. Compare its fingerprint."
    ),
    "own-seeds": N_("The secret: nobody brought a seed, so the table fixed all dice."),
    "options": N_("Options, deck and sheets: compare them with those that you played with."),
    "look-ahead": N_("Looking ahead: the table knew its secret, and could see what would come up."),
    "last-seed": N_(
        "The last seed: a player together with the table could have searched for theirs."
    ),
    "people": N_("People: who they were, and whether they decided themselves."),
}
DECISIONS_OF_FIRST_RECIPE = N_(
    "Decisions: they may have been changed. The first recipe has no seal to compare."
)
"""In place of the limit `decisions`."""


@dataclass(frozen=True)
class Claim:
    code: str
    """For programs; it stays the same."""
    words: Message


@dataclass(frozen=True)
class Compared:
    """What the person who checks had noted, and found to be the same in the record."""

    commitment: bool = False
    seal: bool = False


def covers(proof: Proof, compared: Compared) -> list[Claim]:
    """What is proven of a record that holds."""
    first = proof.dice.recipe == RECIPE_1
    conditions = {
        "made-seeds": first,
        "seats": not first and proof.dice.recipe != RECIPE_3,
        "bot-seeds": not first,
        "commitment": compared.commitment,
        "seal": compared.seal,
    }
    return [
        Claim(code, Message(words)) for code, words in COVERS.items() if conditions.get(code, True)
    ]


def limits(proof: Proof, compared: Compared) -> list[Claim]:
    """What is not proven, even if the record holds."""
    first, shared = (proof.dice.recipe == each for each in (RECIPE_1, RECIPE_3))
    conditions = {
        "seats": first,
        "shared-dice": shared,
        "bot-seeds": first,
        "decisions": not compared.seal,
        "end": not compared.seal and proof.given_up_after is not None,
        "commitment": not compared.commitment,
        "own-seeds": len(proof.dice.made) == len(proof.dice.seeds),
        "last-seed": not shared,
    }
    sentences = {**LIMITS, **({"decisions": DECISIONS_OF_FIRST_RECIPE} if first else {})}
    return [
        Claim(code, Message(words, {"n": proof.given_up_after} if code == "end" else {}))
        for code, words in sentences.items()
        if conditions.get(code, True)
    ]
