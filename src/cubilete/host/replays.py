"""Replays of games that are over, prepared once and kept in memory within a limit.

Preparing a replay walks over the whole game, so it runs in a thread, one at a time. After that a
step costs the same work wherever it is (`table/course.py`). A game that is over does not change, so
a replay that is kept never goes stale.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from cubilete.core.record import Result
from cubilete.table.course import Course
from cubilete.table.replayed import ReplayedTable

MOST_BYTES = 32 * 1024 * 1024
"""The memory that all replays together may take; the one used last is kept in any case."""
EVENT_BYTES = 400
"""About what an event takes beside its text, rounded up."""
COPY_BYTES = 8000
"""About what a copy of a state takes: 2,000 to 7,000 in our games, interpreted."""


@dataclass(frozen=True)
class Replay:
    """A game that is over, or a record as far as it goes."""

    table: ReplayedTable
    course: Course
    end: int
    """The last position."""
    result: Result | None
    """None where the record ends before the game does."""
    fair: bool
    """Whether its dice can be verified."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        texts = sum(len(event.text) for event in self.course.events)
        return texts + EVENT_BYTES * len(self.course.events) + COPY_BYTES * self.course.copies


class Replays:
    """The replays of this process, the one that was used last at the end."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.size = 0
        self._kept: dict[str, Replay] = {}
        self._preparing = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "replays")

    def get(self, name: str) -> Replay | None:
        """The replay of this name, if it is kept."""
        found = self._kept.pop(name, None)
        if found is not None:
            self._kept[name] = found
        return found

    async def prepare(self, name: str, make: Callable[[], Replay]) -> Replay:
        """The replay of this name, made in a thread unless it is kept."""
        async with self._preparing:
            found = self.get(name)
            if found is None:
                loop = asyncio.get_running_loop()
                found = await loop.run_in_executor(self._thread, make)
                self._keep(name, found)
        return found

    def _keep(self, name: str, replay: Replay) -> None:
        self._kept[name] = replay
        self.size += replay.size
        while self.size > self.most_bytes and len(self._kept) > 1:
            oldest = next(iter(self._kept))
            self.size -= self._kept.pop(oldest).size

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
