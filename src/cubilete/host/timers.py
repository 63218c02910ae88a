"""Timers of the tables: a person's time is up, or nobody has objected to ending the game.

Every process that has a table in memory sets its timers. The revision of the entry lets only one of
them in; the others then find that it is too late.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from cubilete.host.bots import RETRY, RETRY_AFTER_FAULT, Bots
from cubilete.host.faults import outline
from cubilete.host.live import Change, LiveTable
from cubilete.store.base import Conflict, Unavailable
from cubilete.table.changes import end_unopposed, late_seat, too_late
from cubilete.table.entry import Entry
from cubilete.table.errors import TooLate
from cubilete.table.table import Table

logger = logging.getLogger(__name__)


class Timers:
    """For each table at most two: for the seat whose time is up first, and for an end question."""

    def __init__(self, change: Change, objection: float, bots: Bots) -> None:
        self.change = change
        self.bots = bots
        self.objection = objection
        """Seconds that people have to object to ending the game."""

    def set(self, live: LiveTable) -> None:
        """Sets the timers for the present position."""
        live.stop_timers()
        expiry = live.table.clock.next_expiry() if live.table.clock is not None else None
        if expiry is not None:
            live.timer = call_after(expiry[1] - live.elapsed, self._expire, live)
        # Over days nobody is expected to object in time: everybody has to agree.
        if live.table.end_question is not None and not live.over_days:
            passed = monotonic() - live.end_asked_at
            live.end_timer = call_after(self.objection - passed, self._end, live)

    def resume(self, live: LiveTable) -> None:
        """Starts a paused clock again, with the whole time for the decision."""
        if live.clock_paused:
            live.clock_paused, live.timed_at = False, monotonic()
            self.set(live)

    def _expire(self, live: LiveTable) -> None:
        """Lets a bot decide for a person whose time is up."""
        if live.is_left(monotonic()) and not live.over_days:
            live.clock_paused = True
            return

        live.late_task = asyncio.create_task(self._try(live, lambda: self._decide_late(live)))

    async def _decide_late(self, live: LiveTable) -> None:
        seat = late_seat(live.table, live.elapsed)
        decision = await self.bots.decide(live, seat)

        def make_entry(table: Table) -> Entry:
            if late_seat(table, live.elapsed) != seat:
                raise too_late()
            return {**decision.entry(table), "late": True}

        await self.change(live, make_entry)

    def _end(self, live: LiveTable) -> None:
        """Ends a game: nobody has objected."""
        question = live.table.end_question
        if question is not None:
            asked = question.revision
            live.end_task = asyncio.create_task(
                self._try(
                    live, lambda: self.change(live, lambda table: end_unopposed(table, asked))
                )
            )

    async def _try(self, live: LiveTable, change: Callable[[], Awaitable[None]]) -> None:
        """Makes a change, unless a person or another process has been faster. The coroutine of the
        change is made here: a task that is cancelled before it runs would never await it."""
        try:
            await change()
        except TooLate:
            self.set(live)
        except (Conflict, Unavailable):
            live.stop_timers()
            live.timer = call_after(RETRY, self.set, live)
        except Exception as error:
            logger.error(
                "a timer of table %s failed after revision %d:\n%s",
                live.name,
                live.table.revision,
                outline(error),
            )
            live.stop_timers()
            live.timer = call_after(RETRY_AFTER_FAULT, self.set, live)


def call_after(
    seconds: float, function: Callable[[LiveTable], None], live: LiveTable
) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(max(0.0, seconds), function, live)
