"""The record of a table's game, with the proof of its fair dice."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from weakref import WeakKeyDictionary

from cubilete.core.errors import CubileteError
from cubilete.core.fair import RECIPE_1, FairDice, seal_of
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.match import Match
from cubilete.core.message import N_
from cubilete.core.record import Event, Record
from cubilete.core.state import CHANCE
from cubilete.table.kinds.cup import secret_is_public
from cubilete.table.table import Table

_seals: WeakKeyDictionary[Table, str] = WeakKeyDictionary()
"""Of games that are over. A seal is the hash of the whole game, and anybody may ask for it."""


def record_of(table: Table, today: date | None = None) -> Record:
    """The record of the game. The secret of the dice and what they drew are added only when it is
    over: before, they would tell what comes next. In the daily cup others play with the same dice,
    so that the day must be over too; without `today` it is not.

    Tables of the first recipe have records without kinds, marks and seal, as they always had.
    """
    if table.match is None:
        raise CubileteError("not-started", "", N_("The game hasn't started yet."))
    record = table.match.record()
    dice = table.fair_dice()
    if dice.recipe != RECIPE_1:
        record = replace(
            record,
            header=record.header.with_more({"kinds": list(dice.kinds)}),
            events=with_marks(table, record.events),
        )
    if table.plan.lesson is not None:
        record = replace(record, header=record.header.with_more({"lesson": True}))
    if table.forgotten:
        header = record.header.with_more({"forgotten": True})
        return replace(record, header=header)
    if not table.plan.fair:
        return record
    header = record.header.with_more({"fair": dice.header()})
    if record.result is None or not secret_is_public(table.plan, today):
        return Record(header, record.events, record.result)
    proof: JsonObject = {"secret": dice.secret.hex()}
    if dice.recipe != RECIPE_1:
        proof["seal"] = seal_of_game(table)
    result = record.result.with_more({"fair": proof})
    return Record(header, with_draws(table, record.events, dice), result)


def seal_of_game(table: Table) -> str:
    """The seal of a game that is over; empty for others, for games of the first recipe and
    without fair dice."""
    if table.match is None or not table.over or not table.provable:
        return ""
    dice = table.fair_dice()
    if dice.recipe == RECIPE_1:
        return ""
    found = _seals.get(table)
    if found is None:
        found = _seals[table] = seal_of(table.match.record(), dice.table, dice.kinds)
    return found


def with_marks(table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events; those that a bot decided for a person are marked."""
    return tuple(
        replace(event, more=event.more | {"bot": True}) if event.n in table.bot_events else event
        for event in events
    )


def with_draws(table: Table, events: Sequence[Event], dice: FairDice) -> tuple[Event, ...]:
    """The events; those of chance with the numbers drawn and the size of each draw, so that they
    can be verified without knowing the rules."""
    match = table.new_match()
    outcomes = 0
    noted: list[Event] = []
    for event in events:
        more: JsonObject = {}
        if event.by == "chance":
            outcomes += 1
            sizes = match.state.draws()
            drawn = dice.draw(dice.number(event.n, outcomes), sizes)
            more = {"fair": {"of": list[Json](sizes), "drawn": list[Json](drawn)}}
        noted.append(replace(event, more=event.more | more))
        play_again(match, [event])
    return tuple(noted)


def play_again(match: Match, events: Iterable[Event]) -> None:
    """Plays events that are known to be right. The match adds those of the table itself."""
    for event in events:
        if event.by != "table":
            match.play(CHANCE if event.by == "chance" else int(event.by), event.text)
