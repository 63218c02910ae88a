"""A device shared by several people: whose view it shows, and to whom it goes next.

While seats of a game hide something from each other, the device shows what is hidden only after the
person of the seat has said that they have it. Where everything is open the page follows the turn.
"""

from dataclasses import dataclass

from cubilete.table.table import Table


@dataclass(frozen=True)
class Device:
    """What the device of a viewer shows."""

    seat: int | None
    """The seat whose view is shown; None shows what everybody may know."""
    asked: tuple[int, ...] = ()
    """The seats that can take the device now, the one that is asked to first. Until one does,
    `seat` is None."""
    others: tuple[int, ...] = ()
    """The seats that the device can be handed to."""


def device_of(table: Table, owner: str, wanted: int | None = None) -> Device:
    """What the device of `owner` shows. Where nothing is hidden, `wanted` chooses the seat, if it
    is one of theirs."""
    mine = table.seats_of(owner)
    waited_for = table.people_to_act() if mine else []
    acting = [seat for seat in mine if seat in waited_for]
    if len(mine) < 2 or not has_secrets(table):
        if wanted in mine:
            return Device(wanted)
        return Device(next(iter(acting or mine), None))
    handed_to, holder = table.device_handed_to.get(owner), table.device_holders.get(owner)
    if handed_to is not None and (handed_to in acting or not acting):
        return Device(None, asked=(handed_to, *(seat for seat in acting if seat != handed_to)))
    if holder is not None and (holder in acting or not acting):
        return Device(holder, others=tuple(seat for seat in acting or mine if seat != holder))
    return Device(None, asked=tuple(acting or mine[:1]))


def has_secrets(table: Table) -> bool:
    return table.playing and table.game.rules.has_secrets(table.view(None))
