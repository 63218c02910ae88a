"""The tables of one person, as the home page lists them: with whom, and whom they wait for."""

from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Listing, Message
from cubilete.table.names import isolated
from cubilete.table.table import Table


@dataclass(frozen=True)
class MyTable:
    """One line of the list."""

    game: AnyGame
    table: str
    over: bool
    others: Listing | None = None
    """With whom; None where that is not known."""
    state: Message | None = None
    """Whom the table waits for; None where that is not known."""
    my_turn: bool = False


def my_table(table: Table, owner: str) -> MyTable:
    """A table that is not over, for the person of some of its seats."""
    mine = table.seats_of(owner)
    names = list(map(isolated, table.names()))
    others = [name for seat, name in enumerate(names) if name and seat not in mine]
    to_act = table.people_to_act()
    my_turn = any(seat in mine for seat in to_act) or table.awaits_real_dice()
    return MyTable(
        table.game,
        table.plan.table,
        over=False,
        others=Listing(others) if others else None,
        state=waits_for(table, [names[seat] for seat in to_act or table.bots_to_act()]),
        my_turn=my_turn,
    )


def waits_for(table: Table, names: Sequence[str]) -> Message:
    if table.match is None:
        free = [seat for seat in table.seats if not seat.taken]
        expected = [isolated(seat.reserved.name) for seat in free if seat.reserved is not None]
        if len(expected) == len(free) > 0:
            return Message(N_("Waiting for {names} to sit down"), {"names": Listing(expected)})
        return Message(N_("Waiting for people to sit down"))
    if not names:
        return Message(N_("Waiting for the dice"))
    return Message(N_("Waiting for {names}"), {"names": Listing(names)})
