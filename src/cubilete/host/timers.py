"""Timers of the tables with a clock: a bot decides for a person whose time is up."""

import asyncio
import logging
import secrets
from time import monotonic

from cubilete.core.rng import Rng
from cubilete.host.bots import RETRY, RETRY_AFTER_FAULT, decide
from cubilete.host.faults import outline
from cubilete.host.live import Change, LiveTable
from cubilete.store.base import Conflict, Unavailable
from cubilete.table.changes import late_move
from cubilete.table.entry import Entry
from cubilete.table.errors import TooLate
from cubilete.table.table import Table

logger = logging.getLogger(__name__)


class Timers:
    """One timer for each table with a clock, for the seat whose time is up first."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def set(self, live: LiveTable) -> None:
        """Sets the timer for the present position."""
        live.stop_timer()
        expiry = live.table.clock.next_expiry() if live.table.clock is not None else None
        if expiry is not None:
            self._call_after(live, expiry[1] - live.elapsed)

    def resume(self, live: LiveTable) -> None:
        """Starts a paused clock again, with the whole time for the decision."""
        if live.clock_paused:
            live.clock_paused, live.timed_at = False, monotonic()
            self.set(live)

    def _call_after(self, live: LiveTable, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(max(0.0, seconds), self._expire, live)

    def _expire(self, live: LiveTable) -> None:
        if live.is_left(monotonic()):
            live.clock_paused = True
        else:
            live.late_task = asyncio.create_task(self._decide(live))

    async def _decide(self, live: LiveTable) -> None:
        """Lets a bot decide, unless the person or another process has been faster."""

        def make_entry(table: Table) -> Entry:
            rng, key = Rng(secrets.randbits(61)), secrets.token_hex(8)
            return late_move(table, live.elapsed, rng, key, decide)

        try:
            await self.change(live, make_entry)
        except TooLate:
            self.set(live)
        except (Conflict, Unavailable):
            self._call_after(live, RETRY)
        except Exception as error:
            logger.error(
                "no bot decided for a late person at table %s after revision %d:\n%s",
                live.name,
                live.table.revision,
                outline(error),
            )
            self._call_after(live, RETRY_AFTER_FAULT)
