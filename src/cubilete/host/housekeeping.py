"""Housekeeping: the quota of the disk, and the removal of what nobody needs any more.

Played games stay for ever, also those that were given up. A table that never began is removed a
week after its last change, an imported record three months after somebody last looked at it, an
evening three months after somebody last looked at it or played one of its games.

Other documents stay. Settings, subscriptions, what people have made and their tries at the daily
cup are theirs until they are removed or forgotten. A result can be made again from its table, which
stays, and takes a small part of its room. Notes of open tables and of deadlines are removed with
what they stand for.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.host.faults import outline
from cubilete.store.base import Cutoff, Store, Unavailable, Unused, day_of

TABLE_DAYS = 7
RECORD_DAYS = 90
EVENING_DAYS = 90
TOGETHER = 200
"""Of each kind, what one transaction removes. Moves wait for it: a few milliseconds."""
INTERVAL = 60.0
"""Seconds between two looks at the size of the store."""
DAY = 24 * 3600.0
ALL = 10**9

logger = logging.getLogger(__name__)


class NoRoom(CubileteError):
    """The quota of the disk is used up: nothing new may be stored, running games go on."""


def cutoff(now: float) -> Cutoff:
    """What was last used before these days may be removed; `now` is a Unix time."""
    today = day_of(now)
    return Cutoff(today - TABLE_DAYS, today - RECORD_DAYS, today - EVENING_DAYS)


async def tidy(store: Store, before: Cutoff) -> Unused:
    """Removes what is unused; returns what that was."""
    removed = Unused()
    while unused := await store.upkeep.unused(before, TOGETHER):
        await store.upkeep.remove(unused, before)
        removed = Unused(
            [*removed.tables, *unused.tables],
            [*removed.records, *unused.records],
            [*removed.evenings, *unused.evenings],
        )
    return removed


# --- For a command: the store is opened for it alone ---


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[None]:
    await store.open()
    try:
        yield
    finally:
        await store.close()


async def find_unused(store: Store, before: Cutoff) -> Unused:
    async with opened(store):
        return await store.upkeep.unused(before, ALL)


async def remove_unused(store: Store, before: Cutoff) -> Unused:
    async with opened(store):
        return await tidy(store, before)


class Housekeeping:
    """Looks after the store of one host, in the background."""

    def __init__(self, store: Store, quota: int, forget: Callable[[Sequence[str]], None]) -> None:
        """`quota` is in bytes; 0 means that there is none."""
        self.store = store
        self.quota = quota
        self.forget = forget
        self.size = 0
        """Bytes that the store had when it was last measured, and what was stored since."""
        self._tidied_at: float | None = None

    def check_room(self) -> None:
        if self.quota and self.size >= self.quota:
            raise NoRoom(
                "no-room",
                "",
                N_("There is no room for anything new here. Games in progress go on."),
            )

    def count(self, text: str) -> None:
        """Adds what was just stored, because a flood can store much between two measurements."""
        self.size += len(text)

    async def run(self) -> None:
        """Measures every minute and tidies once a day; endless."""
        while True:
            try:
                await self.look_after(time.time())
            except Unavailable:
                logger.debug("the store does not answer; housekeeping waits")
            except Exception as error:
                logger.error("housekeeping failed:\n%s", outline(error))
            await asyncio.sleep(INTERVAL)

    async def look_after(self, now: float) -> None:
        if self._tidied_at is None or not 0 <= now - self._tidied_at < DAY:
            removed = await tidy(self.store, cutoff(now))
            self.forget(removed.tables)
            self._tidied_at = now
        self.size = await self.store.upkeep.size()
