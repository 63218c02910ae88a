"""What people at a table do about their own and each other's seats.

These changes depend on who is present, which the table itself does not know.
"""

from cubilete.core.message import N_
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.errors import NotYours
from cubilete.table.table import Table


async def let_bot_play(host: Host, live: LiveTable, owner: str, seat: int) -> None:
    """A bot starts to play for a seat: the person's own, or that of somebody absent."""
    await host.presence.refresh(live)

    def make_entry(table: Table) -> Entry:
        if seat not in table.seats_of(owner) and seat not in host.presence.absent(live):
            raise NotYours("not-absent", "", N_("Whoever sits there is at the table."))
        return changes.stand_in(table, seat, playing=True)

    await host.change(live, make_entry)


async def come_back(host: Host, live: LiveTable, owner: str, seat: int) -> None:
    """A person plays their seat again."""

    def make_entry(table: Table) -> Entry:
        if seat not in table.seats_of(owner):
            raise NotYours("not-your-seat", "", N_("That is not your seat."))
        return changes.stand_in(table, seat, playing=False)

    await host.change(live, make_entry)
