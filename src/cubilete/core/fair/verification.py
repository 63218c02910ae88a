"""Checks a finished record: its commitment, its secret and seeds, every outcome, its seal.

The checks are made in this order, events in theirs, and the first that fails is reported. The codes
of the errors are the same in the browser's check; tests/vectors/verdicts.jsonl is run through both.
"""

import re
from dataclasses import dataclass

from cubilete.core.errors import BadRecord, CubileteError
from cubilete.core.fair.recipe import (
    RECIPE_1,
    RECIPE_2,
    RECIPE_3,
    SEED,
    FairDice,
    commitment_of,
    fingerprint_of,
    made_seed,
)
from cubilete.core.fair.seal import seal_of
from cubilete.core.game import AnyGame
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.match import Match, check_audiences, check_result, replay_event, start_again
from cubilete.core.message import N_, SeatName
from cubilete.core.record import Event, Record, read_seats, read_texts, read_whole_numbers
from cubilete.core.state import CHANCE

HASH = re.compile(r"[0-9a-f]{64}")
KIND = re.compile(r"person|bot [^ \n]+")


@dataclass(frozen=True)
class FairHeader:
    """The key `fair` of a record's header, with its types checked."""

    recipe: str
    commitment: str
    table: str
    seeds: tuple[str, ...]
    fingerprints: tuple[str, ...]
    prepared: tuple[str, ...]
    """Empty in /1."""
    made: tuple[int, ...]
    kinds: tuple[str, ...]
    """The header's `kinds`; empty in /1."""


@dataclass(frozen=True)
class Proof:
    """What a record that holds was checked for."""

    dice: FairDice
    outcomes: int
    """The number of chance events."""
    seal: str
    """The seal of /2; empty in /1."""
    given_up_after: int | None
    """The number of the last event of a game that was given up; None for one played to its end."""


def verify(record: Record, game: AnyGame | None = None) -> int:
    """Recomputes every outcome of a record; returns the number of chance events."""
    return prove(record, game).outcomes


def prove(record: Record, game: AnyGame | None = None) -> Proof:
    """Checks a record completely; raises BadRecord where it does not hold.

    If no game is given, it is the installed game that the header names.
    """
    fair = read_fair_header(record)
    dice = dice_of(record, fair)
    check_seeds(dice, fair)
    match = start_again(record, game)
    outcomes = 0
    for index, event in enumerate(record.events):
        try:
            if event.by == "chance" and match.state.turn() == CHANCE:
                outcomes += 1
                check_outcome(dice, match, event, dice.number(event.n, outcomes))
            replay_event(match, event)
        except CubileteError as error:
            raise BadRecord.because(as_verdict(error), index + 2) from None
    check_audiences(match, record)
    check_result(match, record)
    check_end(match, record)
    abandoned = record.result is not None and record.result.abandoned
    given_up_after = len(record.events) if abandoned else None
    return Proof(dice, outcomes, check_seal(record, fair), given_up_after)


def fair_dice_of(record: Record) -> FairDice:
    """The fair dice of a finished record, with secret and seeds checked."""
    fair = read_fair_header(record)
    dice = dice_of(record, fair)
    check_seeds(dice, fair)
    return dice


# --- The header ---


def read_fair_header(record: Record) -> FairHeader:
    fair = record.header.more.get("fair")
    if record.header.more.get("forgotten") is True:
        raise BadRecord(
            "forgotten",
            "",
            1,
            N_("A player asked to be forgotten: these dice can no longer be checked."),
        )
    if not isinstance(fair, dict):
        raise BadRecord("no-fair-dice", "", 1, N_("This game wasn't played with fair dice."))
    recipe = fair.get("recipe", RECIPE_1)
    if recipe not in (RECIPE_1, RECIPE_2, RECIPE_3) or not isinstance(recipe, str):
        raise BadRecord("unknown-recipe", "", 1, N_("Unknown recipe of fair dice."))
    seats = len(record.header.players)
    first = recipe == RECIPE_1
    checked = FairHeader(
        recipe,
        matching(HASH, [fair.get("commitment")], 1)[0],
        table_name(fair),
        matching(SEED, fair.get("seeds"), seats),
        matching(HASH, fair.get("fingerprints"), seats),
        () if first else matching(HASH, fair.get("prepared"), seats),
        made_seats(fair, seats),
        () if first else matching(KIND, record.header.more.get("kinds"), seats),
    )
    if not first:
        check_seats(record, checked)
    return checked


def broken() -> BadRecord:
    return BadRecord("bad-promise", "", 1, N_("The promise of fair dice is malformed."))


def matching(pattern: re.Pattern[str], value: Json, count: int) -> tuple[str, ...]:
    """A list of so many texts that all match."""
    texts = read_texts(value)
    if texts is None or len(texts) != count or not all(map(pattern.fullmatch, texts)):
        raise broken()
    return texts


def table_name(fair: JsonObject) -> str:
    table = fair.get("table")
    if not isinstance(table, str) or not table or "\n" in table:
        raise broken()
    return table


def made_seats(fair: JsonObject, seats: int) -> tuple[int, ...]:
    made = read_seats(fair.get("made"), seats)
    if made is None:
        raise broken()
    return made


def check_seats(record: Record, fair: FairHeader) -> None:
    """Names must be single lines, or two seatings could have one hash. The seeds of bots must be
    made by the table: nobody else could have brought them, and it must not choose them. Where
    tables share their dice, nobody brings a seed."""
    if any("\n" in name for name in record.header.players):
        raise broken()
    for seat, kind in enumerate(fair.kinds):
        if (kind != "person" or fair.recipe == RECIPE_3) and seat not in fair.made:
            raise broken()


# --- The secret and the seeds ---


def dice_of(record: Record, fair: FairHeader) -> FairDice:
    """The dice of the header and the published secret."""
    last = len(record.events) + 2
    proof = record.result.more.get("fair") if record.result else None
    secret = proof.get("secret") if isinstance(proof, dict) else None
    if not isinstance(secret, str) or not HASH.fullmatch(secret):
        raise BadRecord("no-secret", "", last, N_("The secret has not been published yet."))
    if commitment_of(bytes.fromhex(secret)) != fair.commitment:
        raise BadRecord(
            "wrong-secret", "", last, N_("The secret is not the one that was promised.")
        )
    return FairDice(
        fair.recipe,
        bytes.fromhex(secret),
        fair.table,
        fair.seeds,
        fair.made,
        fair.kinds,
        record.header.players,
    )


def check_seeds(dice: FairDice, fair: FairHeader) -> None:
    """Every seed must have the published fingerprint; the seeds of `made` seats and the prepared
    fingerprints of all seats must be derived from the secret."""
    for seat, (seed, fingerprint) in enumerate(zip(dice.seeds, fair.fingerprints, strict=True)):
        if fingerprint_of(seed) != fingerprint:
            raise BadRecord(
                "wrong-seed",
                "",
                1,
                N_("The seed of {seat} doesn't match the fingerprint that was shown."),
                seat=SeatName(seat),
            )
        made = made_seed(dice.recipe, dice.secret, dice.table, seat)
        if seat in dice.made and seed != made:
            raise BadRecord(
                "chosen-seed",
                "",
                1,
                N_("The secret does not give the seed that the table made for {seat}."),
                seat=SeatName(seat),
            )
        if seat not in dice.made and seed == made:
            raise BadRecord(
                "bad-promise",
                "",
                1,
                N_("The table made a seed for {seat}, and the record doesn't say so."),
                seat=SeatName(seat),
            )
    if fair.prepared and fair.prepared != dice.prepared:
        raise BadRecord(
            "wrong-prepared",
            "",
            1,
            N_("The seeds that the table had ready are not those of its secret."),
        )


# --- The events ---


def check_outcome(dice: FairDice, match: Match, event: Event, number: int) -> None:
    sizes = match.state.draws()
    drawn = dice.draw(number, sizes)
    expected = match.state.text(CHANCE, match.state.outcome(drawn))
    if expected != event.text:
        raise CubileteError(
            "not-fair",
            "",
            N_("The record says “{text}”, but this game's dice give “{expected}”."),
            text=event.text,
            expected=expected,
        )
    if "fair" not in event.more and dice.recipe == RECIPE_1:
        return  # /1 did not demand the numbers
    noted = event.more.get("fair")
    if not isinstance(noted, dict) or [
        read_whole_numbers(noted.get("of")),
        read_whole_numbers(noted.get("drawn")),
    ] != [tuple(sizes), tuple(drawn)]:
        raise CubileteError(
            "not-fair", "", N_("The numbers noted with this event are not the dice's.")
        )


def as_verdict(error: CubileteError) -> CubileteError:
    """What the table says follows from the dice: if it is not right, the dice are not."""
    if error.code != "table-wrong":
        return error
    return CubileteError("not-fair", "", error.message.template, **error.message.values)


def check_end(match: Match, record: Record) -> None:
    """A table draws each outcome with the decision that causes it. So no game ends where one is
    missing, not even one that was given up."""
    if match.state.turn() == CHANCE:
        raise BadRecord(
            "outcome-missing",
            "",
            len(record.events) + 2,
            N_("Dice or cards are missing here: the end was cut off."),
        )


# --- The seal ---


def check_seal(record: Record, fair: FairHeader) -> str:
    """The seal of a record of /2 or /3; it must be the one in its result."""
    if fair.recipe == RECIPE_1 or record.result is None:
        return ""
    seal = seal_of(record, fair.table, fair.kinds)
    proof = record.result.more.get("fair")
    if not isinstance(proof, dict) or proof.get("seal") != seal:
        raise BadRecord(
            "wrong-seal",
            "",
            len(record.events) + 2,
            N_("The seal doesn't belong to this game: something was changed after it ended."),
        )
    return seal
