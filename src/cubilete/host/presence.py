"""Presence: who is at their table, by what all processes have seen.

A person is present while a stream of theirs is open, and for some seconds after the last sign of
them: the end of a stream, or any request for the table, of a page or of a program. People are named
by the `owner` that their seats are stored with.

Several processes can serve one table. Each reports the signs that it saw, for all tables together,
every REPORT seconds, and reads what was reported for the tables that run here. Nothing is written
for a single request. Signs are stored and read as ages, so the clocks of machines need not agree.

A wrong "present" costs a wait, a wrong "absent" costs somebody their turn. So nobody counts as
absent while this process can't know better: soon after it loaded the table, and when the store has
not answered for a while.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import inf
from time import monotonic

from cubilete.host.live import LiveTable
from cubilete.store.base import Store, Unavailable

REPORT = 10.0
"""Seconds between two reports. Shorter than the time that a sign counts."""
UNINFORMED = 3 * REPORT
"""Seconds without an answer of the store after which nothing is known of the other processes."""


class Presence:
    """Who is present at the tables of this process."""

    def __init__(
        self,
        store: Store,
        tables: Mapping[str, LiveTable],
        grace: float,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.store = store
        self.tables = tables
        self.grace = grace
        """Seconds that a person counts as present after the last sign."""
        self.now = now
        self._informed_at = now()
        """When the store last answered."""
        self._reported_at = now()
        """When signs were last reported."""

    # --- Signs ---

    def note(self, live: LiveTable, owner: str) -> None:
        """A request for the table came from this person. Spectators are not noted."""
        if owner and any(seat.owner == owner for seat in live.table.seats):
            live.signs.last[owner] = self.now()
            if live.away:
                self.publish(live)

    @contextmanager
    def stream(self, live: LiveTable, owner: str) -> Iterator[None]:
        """A stream of this person is open while the context is. They may sit down meanwhile."""
        streams = live.signs.streams
        streams[owner] += 1
        self.note(live, owner)
        try:
            yield
        finally:
            streams[owner] -= 1
            if not streams[owner]:
                del streams[owner]
            self.note(live, owner)

    # --- Conclusions ---

    def is_present(self, live: LiveTable, owner: str) -> bool:
        """Over days nobody counts as absent: people are away between their decisions."""
        if live.over_days:
            return True
        signs, now = live.signs, self.now()
        if owner in signs.streams:
            return True
        known = max(signs.last.get(owner, signs.since), signs.elsewhere.get(owner, signs.since))
        return now - known < self.grace or now - self._informed_at > UNINFORMED

    def last_seen(self, live: LiveTable, owner: str) -> float:
        """Seconds since the last sign of a person in any process; 0 while a page of theirs is open
        here."""
        if owner in live.signs.streams:
            return 0.0
        known = (live.signs.last.get(owner), live.signs.elsewhere.get(owner))
        return self.now() - max((at for at in known if at is not None), default=-inf)

    def absent(self, live: LiveTable) -> tuple[int, ...]:
        """The seats of people who are absent and for whom no bot plays."""
        return tuple(
            number
            for number, seat in enumerate(live.table.seats)
            if seat.owner and not seat.stand_in and not self.is_present(live, seat.owner)
        )

    def people(self, live: LiveTable) -> set[str]:
        """The owners who are present and have not left the game."""
        playing = {seat.owner for seat in live.table.seats if seat.owner and not seat.left}
        return {owner for owner in playing if self.is_present(live, owner)}

    def publish(self, live: LiveTable) -> None:
        """Shows the viewers who is absent, if that has changed."""
        away = self.absent(live) if live.table.playing else ()
        if away != live.away:
            live.away = away
            live.wake()

    # --- Other processes ---

    async def run(self) -> None:
        """Reports and reads signs; endless."""
        while True:
            await asyncio.sleep(REPORT)
            await self.exchange()

    async def exchange(self) -> None:
        """Reports the signs since the last report and reads those of other processes."""
        shared = [live for live in self.tables.values() if is_shared(live)]
        begun, since = self.now(), self._reported_at
        fresh = {live.name: self._fresh_signs(live, since) for live in shared}
        with suppress(Unavailable):  # reported again the next time
            await self.store.presence.note({name: signs for name, signs in fresh.items() if signs})
            self._reported_at = begun
            await self._read([live.name for live in shared])

    def _fresh_signs(self, live: LiveTable, since: float) -> dict[str, float]:
        """The age of each sign that this process has seen, where it is newer than `since`."""
        now = self.now()
        ages = {owner: now - at for owner, at in live.signs.last.items() if at >= since}
        seated = {seat.owner for seat in live.table.seats}
        return ages | {owner: 0.0 for owner in live.signs.streams if owner in seated}

    async def refresh(self, live: LiveTable) -> None:
        """Reads what other processes have reported for one table, before somebody is replaced."""
        with suppress(Unavailable):
            await self._read([live.name])

    async def _read(self, names: list[str]) -> None:
        found = await self.store.presence.read(names)
        self._informed_at = now = self.now()
        for name, ages in found.items():
            if name in self.tables:
                live = self.tables[name]
                live.signs.elsewhere = {owner: now - age for owner, age in ages.items()}
                self.publish(live)


def is_shared(live: LiveTable) -> bool:
    """Whether somebody's presence matters: several people play there."""
    return live.table.playing and len({seat.owner for seat in live.table.seats} - {""}) > 1
