"""One device, several people: whose hands it is in, and who is to take it next.

Where the seats of a game have secrets, a screen stands between the people: the page shows
nothing that anybody hides until the one who is asked for says that they have the device. Where
everything is open there is no screen, and the page follows the turn.
"""

from dataclasses import dataclass

from cubilete.table.table import Table


@dataclass(frozen=True)
class Eyes:
    """Whom a page is for."""

    seat: int | None
    """Whose view it shows; None shows what everybody may know."""
    asked: tuple[int, ...] = ()
    """Who can take the device now; the first is asked to. Until then nobody's view is shown."""
    others: tuple[int, ...] = ()
    """To whom whoever has the device can pass it."""


def eyes_of(table: Table, owner: str, wanted: int | None = None) -> Eyes:
    """Whose view somebody's device shows; with open games, of the seat `wanted` if it is one
    of theirs."""
    mine = table.seats_of(owner)
    acting = [seat for seat in mine if seat in table.people_to_act()]
    if len(mine) < 2 or not hides(table):
        if wanted in mine:
            return Eyes(wanted)
        return Eyes(next(iter(acting or mine), None))
    passed_to, holder = table.passed_to.get(owner), table.holders.get(owner)
    if passed_to is not None and (passed_to in acting or not acting):
        return Eyes(None, (passed_to, *(seat for seat in acting if seat != passed_to)))
    if holder is not None and (holder in acting or not acting):
        return Eyes(holder, others=tuple(seat for seat in acting or mine if seat != holder))
    return Eyes(None, tuple(acting or mine[:1]))


def hides(table: Table) -> bool:
    return table.playing and table.game.hides(table.view(None))
