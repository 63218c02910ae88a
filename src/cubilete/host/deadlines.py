"""Deadlines of tables over days: they are looked after while nobody has them open.

A timer in memory ends with its process, and a table that nobody watches leaves memory. So a
deadline is also stored, as a document whose key begins with the time: `<slot>/<table>`, where a
slot is ten minutes. It is stored before the entry that asks for a decision; a crash in between
leaves a deadline too many, never one too few. At most one is stored for each table and slot.

Every process looks every minute for deadlines that have passed, and loads their tables; then the
timers of the table do the rest (`timers.py`), and the revision lets one process in.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import ceil
from time import time

from cubilete.core.errors import CubileteError
from cubilete.host.faults import outline
from cubilete.host.live import LiveTable
from cubilete.store.base import Conflict, Store, Unavailable
from cubilete.store.documents import Document

KIND = "deadline"
SLOT = 600
"""Seconds. So much later at most is a person's time up where nobody has the table open."""
INTERVAL = 60.0
"""Seconds between two looks."""
TOGETHER = 50
"""Deadlines that are read at once."""
MOST_NOTED = 10_000

logger = logging.getLogger(__name__)


class Deadlines:
    def __init__(self, store: Store, wake: Callable[[str], Awaitable[LiveTable | None]]) -> None:
        """`wake` loads a table and sets its timers."""
        self.store = store
        self.wake = wake
        self._noted: dict[str, int] = {}
        """For each table the last slot that this process has stored."""

    async def expect(self, live: LiveTable) -> None:
        """Stores when a decision that begins now is late."""
        clock = live.table.clock
        if clock is not None:
            await self._store(live.name, time() + clock.terms.seconds)

    async def _store(self, table: str, at: float) -> None:
        slot = ceil(at / SLOT)
        if self._noted.get(table) == slot:
            return
        with suppress(Conflict):  # another process has stored it
            await self.store.documents.add(Document(KIND, key_of(slot, table), "{}"))
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[table] = slot

    async def run(self) -> None:
        """Looks every minute; endless."""
        while True:
            try:
                await self.look(time())
            except Unavailable:
                logger.debug("the store does not answer; deadlines wait")
            except Exception as error:
                logger.error("deadlines were not looked after:\n%s", outline(error))
            await asyncio.sleep(INTERVAL)

    async def look(self, now: float) -> None:
        """Wakes the tables whose deadline has passed; `now` is a Unix time."""
        for document in await self.store.documents.beginning(KIND, "", TOGETHER):
            slot, _, table = document.key.partition("/")
            if int(slot) * SLOT > now:
                return  # they are in the order of their times
            await self._meet(table, now)
            await self.store.documents.remove(KIND, document.key)

    async def _meet(self, table: str, now: float) -> None:
        try:
            live = await self.wake(table)
        except CubileteError as error:  # its rules may be of another edition
            logger.warning("table %s can't be opened at its deadline: %s", table, error.code)
            return
        clock = live.table.clock if live is not None else None
        expiry = clock.next_expiry() if clock is not None else None
        if live is not None and expiry is not None:
            # Where the time is up, the next look makes sure that somebody has decided.
            await self._store(table, now + max(expiry[1] - live.elapsed, SLOT))


def key_of(slot: int, table: str) -> str:
    return f"{slot:010}/{table}"
