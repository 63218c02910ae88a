"""The record of a table's game, with the proof of its fair dice."""

from collections.abc import Sequence
from dataclasses import replace

from cubilete.core.errors import CubileteError
from cubilete.core.fair import FairDice
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_
from cubilete.core.record import Event, Record
from cubilete.table.table import Table, play_again


def record_of(table: Table) -> Record:
    """The record of the game. The secret of the dice and what they drew are added only when it is
    over: before, they would tell what comes next."""
    if table.match is None:
        raise CubileteError("not-started", "", N_("The game has not begun."))
    record = table.match.record()
    if table.plan.real_dice:
        return record
    dice = table.fair_dice()
    header = record.header.with_more({"fair": dice.promise()})
    if record.result is None:
        return Record(header, record.events)
    result = record.result.with_more({"fair": dice.proof()})
    return Record(header, with_draws(table, record.events, dice), result)


def with_draws(table: Table, events: Sequence[Event], dice: FairDice) -> tuple[Event, ...]:
    """The events; those of chance with the numbers drawn and the size of each draw, so that they
    can be verified without knowing the rules."""
    match = table.new_match()
    noted: list[Event] = []
    for event in events:
        more: JsonObject = {}
        if event.by == "chance":
            sizes = match.state.draws()
            drawn = dice.draw(event.n, sizes)
            more = {"fair": {"of": list[Json](sizes), "drawn": list[Json](drawn)}}
        noted.append(replace(event, more=event.more | more))
        play_again(match, [event])
    return tuple(noted)
