"""Fetches stored entries that a live table lacks: of other processes, or after a store failed.

Two cases: another process has changed a table (the store announces it), and a store failed while it
appended an entry, so that nobody knows whether the entry was stored (the table is in doubt). Both
are settled in the same way: by reading the entries after the table's revision.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from cubilete.host.faults import outline
from cubilete.host.live import LiveTable
from cubilete.store.base import Store, Unavailable

RETRY = 0.5
"""Seconds until a store that failed is asked again."""

logger = logging.getLogger(__name__)


class Sync:
    """Keeps the live tables of this process equal to what is stored."""

    def __init__(
        self,
        store: Store,
        tables: Mapping[str, LiveTable],
        proceed: Callable[[LiveTable], None],
    ) -> None:
        self.store = store
        self.tables = tables
        self.proceed = proceed
        """Called after entries have been fetched: sets timers and starts bots."""
        self.tasks: set[asyncio.Task[None]] = set()
        """Entries that wait to be applied, because a change of the same table is running."""

    async def listen(self) -> None:
        """Applies the changes of other processes as the store announces them; endless."""
        async for names in self.store.changes():
            # No names: some announcements may have been lost, so all tables are asked for.
            named = names or list(self.tables)
            try:
                await self.refresh([self.tables[name] for name in named if name in self.tables])
            except Exception as error:
                # The other tables must go on hearing of changes.
                logger.error("entries of other processes were not applied:\n%s", outline(error))

    async def refresh(self, tables: Sequence[LiveTable]) -> None:
        """Fetches and applies what these tables lack, by one query for all of them."""
        after = {live.name: live.table.revision for live in tables}
        if not after:
            return
        try:
            fetched = await self.store.entries_after(after)
        except Unavailable:
            for live in tables:
                live.in_doubt = True
                self.settle_later(live)
            return
        for live in tables:
            if live.name not in fetched:
                continue
            if live.lock.locked():
                task = asyncio.create_task(
                    self._apply_later(live, after[live.name], fetched[live.name])
                )
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
            else:
                self._apply(live, after[live.name], fetched[live.name])

    async def _apply_later(self, live: LiveTable, after: int, entries: Sequence[str]) -> None:
        async with live.lock:
            self._apply(live, after, entries)

    def _apply(self, live: LiveTable, after: int, entries: Sequence[str]) -> None:
        """Applies entries `after` + 1 and so on; those that the table has by now are skipped."""
        for number, entry in enumerate(entries, start=after + 1):
            if number == live.table.revision + 1:
                live.apply(json.loads(entry))
        live.wake()
        self.proceed(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Fetches what a table lacks and ends its doubt. The caller holds the lock."""
        stored = await self.store.load(live.name, live.table.revision)
        for entry in stored.entries if stored else []:
            live.apply(json.loads(entry))
        live.in_doubt = False
        live.wake()

    def settle_later(self, live: LiveTable) -> None:
        """Ends the doubt about a table as soon as the store answers again."""
        if live.settle_task is None or live.settle_task.done():
            live.settle_task = asyncio.create_task(self._settle(live))

    async def _settle(self, live: LiveTable) -> None:
        while live.in_doubt:
            await asyncio.sleep(RETRY)
            with suppress(Unavailable):
                async with live.lock:
                    if live.in_doubt:
                        await self.catch_up(live)
        self.proceed(live)
