"""What the check of a record proves, and what it does not, in words.

A verdict without its limits would promise too much. Programs get the codes, people the sentences.
docs/fair-dice.md says the same at length: keep them in step.
"""

from dataclasses import dataclass

from cubilete.core.fair.recipe import RECIPE_1
from cubilete.core.fair.verification import Proof
from cubilete.core.message import N_, Message


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


def claim(code: str, template: str, **values: object) -> Claim:
    return Claim(code, Message(template, values))


def covers(proof: Proof, compared: Compared) -> list[Claim]:
    """What is proven of a record that holds."""
    claims = [
        claim(
            "dice",
            N_("Dice and cards: all come from the table's secret and the seeds of all seats."),
        ),
        claim("rules", N_("Rules: every decision was legal, and the result follows from them.")),
    ]
    if proof.dice.recipe == RECIPE_1:
        claims.append(
            claim(
                "made-seeds", N_("Seeds said to be the table's: they were fixed with its secret.")
            )
        )
    else:
        claims += [
            claim(
                "seats",
                N_("Seats: the dice were drawn for these names of people and these seats of bots."),
            ),
            claim(
                "bot-seeds",
                N_(
                    "Seeds of bots and of people who brought none: they were fixed with the secret."
                ),
            ),
        ]
    if compared.commitment:
        claims.append(
            claim("commitment", N_("The secret: its fingerprint is the one that you noted before."))
        )
    if compared.seal:
        claims.append(
            claim("seal", N_("Decisions, names and the end: the seal is the one that you noted."))
        )
    return claims


def limits(proof: Proof, compared: Compared) -> list[Claim]:
    """What is not proven, even if the record holds."""
    claims: list[Claim] = []
    if proof.dice.recipe == RECIPE_1:
        claims += [
            claim(
                "seats",
                N_("Names and seats: the first recipe binds neither names nor seats of bots."),
            ),
            claim(
                "bot-seeds",
                N_("Seeds of bots: by the first recipe a table could call them a player's own."),
            ),
        ]
    if not compared.seal:
        claims.append(claim("decisions", no_proof_of_decisions(proof)))
        if proof.given_up_after is not None:
            claims.append(
                claim(
                    "end",
                    N_("The end: the game may have gone on after event {n}, and the rest cut off."),
                    n=proof.given_up_after,
                )
            )
    if not compared.commitment:
        claims.append(
            claim(
                "commitment",
                N_("The time: that the secret was fixed before the game. Compare its fingerprint."),
            )
        )
    if len(proof.dice.made) == len(proof.dice.seeds):
        claims.append(
            claim(
                "own-seeds", N_("The secret: nobody brought a seed, so the table fixed all dice.")
            )
        )
    return [
        *claims,
        claim(
            "options",
            N_("Options, deck and sheets: compare them with those that you played with."),
        ),
        claim(
            "look-ahead",
            N_("Looking ahead: the table knew its secret, and could see what would fall."),
        ),
        claim(
            "last-seed",
            N_("The last seed: a player together with the table could have searched for theirs."),
        ),
        claim(
            "people",
            N_("People: who they were, and whether they decided themselves."),
        ),
    ]


def no_proof_of_decisions(proof: Proof) -> str:
    if proof.dice.recipe == RECIPE_1:
        return N_("Decisions: they may have been changed. The first recipe has no seal to compare.")
    return N_(
        "Decisions, and the names of bots: they may have been changed."
        " Compare the seal with the one that players noted."
    )
