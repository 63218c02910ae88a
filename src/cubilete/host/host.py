"""The host: all tables that run in this process, and the only way to change them.

A change goes: check → store → apply. `change` asks the table for the entry, appends it to the store
under the next number, and applies it only then, all under the lock of the table. So everything that
anybody is shown has been stored. The store commits the entries of many tables together, so changes
of different tables don't wait for each other.

Two things can go wrong at the second step:

- Conflict: another process has stored an entry under this number. Its entries are fetched, and the
  change is checked again on the new position.
- Unavailable: the store failed, and nobody knows whether it stored the entry. The table is *in
  doubt*: before the next change, and by a task of its own, the stored entries are fetched. A client
  that sends its move again with the same key is answered correctly in both cases.
"""

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, time

from cubilete.host.bots import Bots
from cubilete.host.deadlines import Deadlines
from cubilete.host.finished.analyses import Analyses
from cubilete.host.finished.replays import RecordTexts, Replays
from cubilete.host.gatherings.cup import Cups, Today, utc_today
from cubilete.host.gatherings.evening import Evenings
from cubilete.host.hints import Hints
from cubilete.host.housekeeping import Housekeeping
from cubilete.host.live import FORGOTTEN_AFTER, LiveTable, MakeEntry
from cubilete.host.load import Load
from cubilete.host.presence import Presence
from cubilete.host.sync import Sync
from cubilete.host.thinking import Thinkers, ThinkingHere
from cubilete.host.timers import Timers
from cubilete.host.workshop.workbench import Workbench
from cubilete.store.base import Conflict, Store, StoredTable, Unavailable
from cubilete.table import changes
from cubilete.table.entry import TIMED
from cubilete.table.errors import TooLate
from cubilete.table.keys import RequestKey
from cubilete.table.plan import Plan
from cubilete.table.table import Table, load

TRIES = 5
"""How often a change is checked again because other processes were faster."""
NAME = re.compile("[A-Za-z0-9_-]{1,64}")
"""Of tables and imported records; a store is never asked for anything else."""
HEARTBEAT = 15.0
"""Seconds between two heartbeats of the streams; tables are forgotten at the same time."""


@dataclass(frozen=True)
class Waits:
    """How long people are waited for, in seconds."""

    absence: float = 30.0
    """A person counts as present for so long after the last sign of them."""
    courtesy: float = 15.0
    """A bot that has asked a person for an answer waits for it so long; not at all where bots have
    no pace, as in tests and measurements."""
    objection: float = 60.0
    """A game ends for all if nobody objects for so long after somebody has asked to end it."""


USUAL_WAITS = Waits()


class Host:
    """The live tables of one process."""

    def __init__(
        self,
        store: Store,
        pace: float,
        quota: int = 0,
        forgotten_after: float = FORGOTTEN_AFTER,
        waits: Waits = USUAL_WAITS,
        thinkers: Thinkers | None = None,
        today: Today = utc_today,
    ) -> None:
        """`pace` is the time in seconds that a bot takes for a move, `quota` the bytes that the
        store may have before nothing new is admitted; 0 means any number. A table that nobody
        watches leaves memory `forgotten_after` seconds later. Bots think in this process unless
        `thinkers` says where. `today` is the day of the daily cup."""
        self.store = store
        self.forgotten_after = forgotten_after
        self.load = Load()
        self.cups = Cups(store, today)
        self.evenings = Evenings(store)
        self.replays = Replays()
        self.record_texts = RecordTexts()
        self.tables: dict[str, LiveTable] = {}
        self.presence = Presence(store, self.tables, waits.absence)
        self.thinkers = ThinkingHere() if thinkers is None else thinkers
        self._bots = Bots(self.change, pace, waits.courtesy if pace else 0.0, self.thinkers)
        self.hints = Hints(self.tables, self.thinkers)
        self._timers = Timers(self.change, waits.objection, self._bots)
        self.deadlines = Deadlines(store, self._wake)
        self._sync = Sync(store, self.tables, self._proceed)
        self.housekeeping = Housekeeping(store, quota, self._drop)
        self.analyses = Analyses(store, self.thinkers, self.housekeeping)
        self.workbench = Workbench(store, self.thinkers, self.housekeeping)
        self.notice: Callable[[LiveTable], None] = lambda live: None
        """Called after entries of a table have been applied; it must not raise or wait."""
        self._loading = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.store.open()
        self._tasks = [
            asyncio.create_task(self._sync.listen()),
            asyncio.create_task(self._beat()),
            asyncio.create_task(self.housekeeping.run()),
            asyncio.create_task(self.presence.run()),
            asyncio.create_task(self.deadlines.run()),
        ]

    async def close(self) -> None:
        """Stops all background work and closes the store."""
        # A change that is cancelled leaves its table in doubt, which starts another task.
        while tasks := [task for task in self._running() if not task.done()]:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for live in self.tables.values():
            live.stop_timers()
        self.replays.close()
        await self.thinkers.close()
        self.record_texts.close()
        self.analyses.close()
        await self.store.close()

    def _running(self) -> list["asyncio.Task[None]"]:
        return [
            *self._tasks,
            *self._sync.tasks,
            *self.analyses.tasks,
            *self.workbench.balances.tasks,
            *(task for live in self.tables.values() for task in live.tasks()),
        ]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self.forget(monotonic())
            for live in list(self.tables.values()):
                self.presence.publish(live)
                live.wake()

    # --- Finding tables ---

    async def create(self, plan: Plan) -> LiveTable:
        """Stores a new table; raises Conflict if there is one of this name, NoRoom if the store
        is full."""
        self.housekeeping.check_room()
        self.forget(monotonic())
        stored = json.dumps(plan.to_json())
        await self.store.create(plan.table, plan.game, stored)
        self.housekeeping.count(stored)
        live = self.tables[plan.table] = LiveTable(Table(plan))
        return live

    async def find(self, name: str) -> LiveTable | None:
        """The table of this name, loaded if need be; None if there is none.

        It counts as used by a viewer: a paused clock runs again, and so do bots that were stopped
        by an error.
        """
        live = self.tables.get(name)
        if live is None:
            live = await self._fetch(name)
        if live is not None:
            live.used_at = monotonic()
            self._timers.resume(live)
            self._bots.play(live)
            await self.start_when_full(live)
        return live

    async def _fetch(self, name: str) -> LiveTable | None:
        if not NAME.fullmatch(name):
            return None
        self.forget(monotonic())
        async with self._loading:
            if name not in self.tables:
                stored = await self.store.load(name)
                if stored is None:
                    return None
                # In a thread: a long game takes tens of milliseconds.
                live = LiveTable(await asyncio.to_thread(load_stored, stored))
                self.tables[name] = live
                # Entries that another process appended since `load` were announced while the
                # table was not in `tables`: fetch them now.
                await self._sync.refresh([live])
                self._proceed(live)
            return self.tables[name]

    async def _wake(self, name: str) -> LiveTable | None:
        """The table of this name with its timers set, though nobody looks at it."""
        live = await self._fetch(name)
        if live is not None and all(task.done() for task in live.tasks()):
            self._timers.set(live)
        return live

    def forget(self, now: float) -> None:
        """Removes tables from memory that nobody watches; `find` loads them again. The same for
        replays, texts of records and reports."""
        self.replays.forget(now - self.forgotten_after)
        self.record_texts.forget(now - self.forgotten_after)
        self.analyses.reports.forget(now - self.forgotten_after)
        for name, live in list(self.tables.items()):
            if live.is_forgotten(now, self.forgotten_after):
                live.stop_timers()
                del self.tables[name]

    def release(self, live: LiveTable, found_at: float) -> None:
        """Removes a table from memory before its time, unless somebody else has found it after
        `found_at`, watches it, or something is going on there."""
        alone = live.used_at == found_at and live.is_forgotten(monotonic(), 0)
        if alone and self.tables.get(live.name) is live:
            live.stop_timers()
            del self.tables[live.name]

    def _drop(self, names: Sequence[str]) -> None:
        """Removes tables from memory that housekeeping has removed from the store."""
        for name in names:
            live = self.tables.get(name)
            if live is not None and not live.streams and not live.lock.locked():
                live.stop_timers()
                del self.tables[name]

    # --- Changing tables ---

    async def change(
        self, live: LiveTable, make_entry: MakeEntry, key: RequestKey | None = None
    ) -> None:
        """Makes a change: it returns when the entry is stored and applied.

        Raises what `make_entry` raises; Conflict if other processes were faster TRIES times;
        Unavailable if the store failed, and then the entry may be stored or not. A change with the
        key of a move that the seat has played returns at once: a repeated request plays once. It
        raises TooLate if the seat has played another move with this key.
        """
        with self.load.count():
            async with live.lock:
                try:
                    await self._change_locked(live, make_entry, key)
                finally:
                    if live.in_doubt:
                        self._sync.settle_later(live)

    async def _change_locked(
        self, live: LiveTable, make_entry: MakeEntry, key: RequestKey | None
    ) -> None:
        for _ in range(TRIES):
            if live.in_doubt:
                await self._sync.catch_up(live)
            if key is not None and live.table.keys.has(key):
                return
            entry = make_entry(live.table)
            changes.check_length(live.table, entry)
            if live.table.clock is not None and entry["kind"] in TIMED:
                entry["spent"] = round(live.elapsed, 3)
                if live.over_days:
                    entry["at"] = int(time())
                    await self.deadlines.expect(live)
            if entry["kind"] == "start" or entry.get("over") is True:
                entry["at"] = int(time())
            live.in_doubt = True  # also if this task is cancelled while it waits
            try:
                await self.store.append(
                    live.name,
                    live.table.revision + 1,
                    json.dumps(entry),
                    owner=str(entry.get("owner", "")),
                    over=entry.get("over") is True,
                )
            except Conflict:
                continue
            live.in_doubt = False
            live.apply(entry)
            live.wake()
            self._proceed(live)
            await self.cups.note(live.table)
            if live.table.plan.evening:
                await self.evenings.note_use(live.table.plan.evening)
            return
        raise Conflict(live.name)

    def _proceed(self, live: LiveTable) -> None:
        """Lets bots play and sets the timer after entries have been applied."""
        if live.away:
            self.presence.publish(live)
        self._bots.play(live)
        self._timers.set(live)
        self.notice(live)

    async def sit_down(
        self,
        live: LiveTable,
        seat: int,
        name: str,
        owner: str,
        seed: str,
        invitation: str = "",
        face: str = "",
    ) -> None:
        """A person takes a seat; the game starts if it was the last free one."""
        await self.change(
            live, lambda table: changes.sit(table, seat, name, owner, seed, invitation, face)
        )
        self.presence.note(live, owner)
        # The person sits: if the store fails now, the next `find` starts the game.
        with suppress(Unavailable):
            await self.start_when_full(live)

    async def start_when_full(self, live: LiveTable) -> None:
        """Starts the game if all seats are taken and it has not started."""
        table = live.table
        if table.match is not None or table.cancelled or not all(s.taken for s in table.seats):
            return
        try:
            await self.change(live, changes.start)
        except TooLate as error:
            if error.code != "started":
                raise


def load_stored(stored: StoredTable) -> Table:
    plan = Plan.from_json(json.loads(stored.plan))
    return load(plan, [json.loads(entry) for entry in stored.entries])
