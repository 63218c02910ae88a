"""What people do about their own and each other's seats, about the game's end, and talking.

These changes depend on what the table itself does not know: who is present, and the time.
"""

from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from cubilete.core.message import N_
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.host.people.forgetting import note_left
from cubilete.store.base import Unavailable
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.errors import NotYours, TooOften
from cubilete.table.seating import gathering
from cubilete.table.seating.admission import check_seat
from cubilete.table.table import Table

CHAT_BURST = 5.0
"""Lines of chat that a seat can write at once."""
CHAT_EVERY = 2.0
"""Seconds until it can write one more."""


# --- Bots that play for people ---


async def let_bot_play(host: Host, live: LiveTable, owner: str, seat: int) -> None:
    """A bot starts to play for a seat: the person's own, or that of somebody absent."""
    await host.presence.refresh(live)

    def make_entry(table: Table) -> Entry:
        if seat not in table.seats_of(owner) and seat not in host.presence.absent(live):
            raise NotYours("not-absent", "", N_("That player is at the table: no bot needed."))
        return changes.stand_in(table, seat, playing=True)

    await host.change(live, make_entry)


async def come_back(host: Host, live: LiveTable, owner: str, seat: int) -> None:
    """A person plays their seat again."""

    def make_entry(table: Table) -> Entry:
        if seat not in table.seats_of(owner):
            raise NotYours("not-your-seat", "", N_("That isn't your seat."))
        return changes.stand_in(table, seat, playing=False)

    await host.change(live, make_entry)


async def leave(host: Host, live: LiveTable, seat: int) -> None:
    """The person in this seat leaves the table."""
    owner = live.table.seats[seat].owner
    await host.change(live, lambda table: gathering.leave(table, seat))
    await unlist(host, live, [owner])


async def unlist(host: Host, live: LiveTable, owners: Sequence[str]) -> None:
    """Takes the table off the lists of people who have left all their seats. It is for
    convenience only: if the store fails, the table stays on their lists."""
    seats = live.table.seats
    gone = [
        owner
        for owner in owners
        if live.table.cancelled or all(seat.left for seat in seats if seat.owner == owner)
    ]
    with suppress(Unavailable):
        await note_left(host.store, live.name, gone)
        await host.store.unlist(live.name, gone)


# --- What the opener decides before the start ---


async def remove(host: Host, live: LiveTable, owner: str, seat: int) -> None:
    """The opener frees a seat."""
    check_seat(live.table, seat)
    who = live.table.seats[seat].owner
    await host.change(live, lambda table: gathering.remove(table, owner, seat))
    if who:
        await unlist(host, live, [who])


async def fill(host: Host, live: LiveTable, owner: str, seats: Sequence[int], bot: str) -> None:
    """The opener gives free seats to bots, all of them if none is named; the game starts if no
    free one is left."""
    await host.change(live, lambda table: gathering.fill(table, owner, seats, bot))
    with suppress(Unavailable):  # the next `find` starts the game
        await host.start_when_full(live)


async def cancel(host: Host, live: LiveTable, owner: str) -> None:
    """The opener closes the table."""
    await host.change(live, lambda table: gathering.cancel(table, owner))
    await unlist(host, live, sorted({seat.owner for seat in live.table.seats} - {""}))


# --- The end of the game, for all ---


async def ask_end(host: Host, live: LiveTable, seat: int) -> None:
    """A person wants to end the game for all: the other people are asked."""
    await host.presence.refresh(live)
    await host.change(live, lambda table: changes.ask_end(table, seat, host.presence.people(live)))


async def answer_end(host: Host, live: LiveTable, seat: int, agrees: bool) -> None:
    """A person agrees to end the game, or does not."""
    await host.presence.refresh(live)
    await host.change(
        live,
        lambda table: changes.answer_end(table, seat, host.presence.people(live), agrees=agrees),
    )


# --- Talking ---


async def say(host: Host, live: LiveTable, seat: int, text: str) -> None:
    """A line of chat, unless this seat has just written many, which each process counts for itself,
    or the store is full."""
    host.housekeeping.check_room()
    now = monotonic()
    level, then = live.said.get(seat, (CHAT_BURST, now))
    level = min(CHAT_BURST, level + (now - then) / CHAT_EVERY)
    if level < 1:
        raise TooOften(
            "too-much-talk",
            N_("You're writing very fast. Wait a moment."),
            (1 - level) * CHAT_EVERY,
        )
    live.said[seat] = level - 1, now
    await host.change(live, lambda table: changes.chat(table, seat, text))
