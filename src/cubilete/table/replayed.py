"""A game that is only looked at: nobody sits at its table, and nothing can happen there."""

from cubilete.core.match import Match
from cubilete.core.record import Record
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import LONGEST_NAME, Table


class Replayed(Table):
    """The table of a record, as far as the record goes."""

    @property
    def playing(self) -> bool:
        return False

    @property
    def over(self) -> bool:
        return True


def table_of(record: Record, match: Match) -> Replayed:
    """A table at which this game was played; `match` is the record, replayed and checked."""
    header = record.header
    table = Replayed(
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
        seat.name = readable(name) or str(number)
    return table


def readable(name: str) -> str:
    """A name as it can be shown: records from anywhere may hold any characters."""
    return "".join(letter if letter.isprintable() else "·" for letter in name[:LONGEST_NAME])
