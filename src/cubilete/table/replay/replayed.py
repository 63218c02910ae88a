"""The table of a record: a game that is only looked at."""

from dataclasses import replace

from cubilete.core.match import Match
from cubilete.core.record import Record
from cubilete.table.names import LONGEST_NAME
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table


class ReplayedTable(Table):
    """A table without owners that takes no changes. It counts as over even where its record ends
    before the game does."""

    @property
    def playing(self) -> bool:
        return False

    @property
    def over(self) -> bool:
        return True


def table_of(record: Record, match: Match) -> ReplayedTable:
    """The table of a record; `match` must be the record replayed and checked."""
    header = record.header
    table = ReplayedTable(
        Plan(
            table="",
            game=header.game,
            kinds=(PERSON,) * len(header.players),
            options=header.options,
            material=header.material,
            bot="",
            real_dice=True,
            secret="",
            edition=header.edition,
        )
    )
    table.match = match
    for number, (seat, name) in enumerate(zip(table.seats, header.players, strict=True), start=1):
        seat.name = printable(name) or str(number)
    return table


def played_table(played: Table, match: Match) -> ReplayedTable:
    """A table of this server where the game is over, without its secrets, chat and owners."""
    table = ReplayedTable(replace(played.plan, secret=""))
    table.match = match
    for seat, before in zip(table.seats, played.seats, strict=True):
        seat.kind, seat.name, seat.face = before.kind, before.name, before.face
    return table


def printable(name: str) -> str:
    """A name that a page can show: records from elsewhere may hold any characters."""
    return "".join(letter if letter.isprintable() else "·" for letter in name[:LONGEST_NAME])
