"""A live table: a table in memory with its lock, its viewers and its background tasks."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic

from cubilete.table.entry import TIMED, Entry
from cubilete.table.table import Table

GONE_AFTER = 60.0
"""Seconds without any viewer after which the clock of a table is paused."""
FORGOTTEN_AFTER = 600.0
"""Seconds without any viewer after which a table is removed from memory."""


@dataclass
class Signs:
    """When the people of one table were last seen, by their owners. See `presence.py`."""

    since: float = field(default_factory=monotonic)
    """When the table was loaded: this process knows of nothing before."""
    streams: Counter[str] = field(default_factory=Counter)
    """How many streams each viewer has open here; viewers without one are not listed."""
    last: dict[str, float] = field(default_factory=dict)
    """The last sign in this process."""
    elsewhere: dict[str, float] = field(default_factory=dict)
    """The last sign that any process has reported."""


@dataclass(eq=False)
class LiveTable:
    """A table in memory. It is compared by identity, so it can be a key of a WeakKeyDictionary.

    Only the host changes it. Others read `table` and follow `revisions`.
    """

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from the check of a change until it has been applied."""
    in_doubt: bool = False
    """Whether the store may have entries that `table` lacks. They must be fetched before the next
    change."""
    signs: Signs = field(default_factory=Signs)
    away: tuple[int, ...] = ()
    """The seats that viewers are shown as absent."""
    streams: int = 0
    """How many streams are open, those of spectators included."""
    used_at: float = field(default_factory=monotonic)
    """When a viewer last asked for it or left."""
    timed_at: float = field(default_factory=monotonic)
    """When the present decision began: at the last timed entry, or when the table was loaded."""
    clock_paused: bool = False
    """Somebody's time was up while nobody watched. It starts again with the next viewer."""
    end_asked_at: float = field(default_factory=monotonic)
    """When somebody asked to end the game, or when the table was loaded with that question."""
    said: dict[int, tuple[float, float]] = field(default_factory=dict)
    """For each seat how many lines of chat it could write at once, and when that was so."""
    timer: asyncio.TimerHandle | None = None
    end_timer: asyncio.TimerHandle | None = None
    end_task: "asyncio.Task[None] | None" = None
    late_task: "asyncio.Task[None] | None" = None
    bots_task: "asyncio.Task[None] | None" = None
    settle_task: "asyncio.Task[None] | None" = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the next change, and replaced by a new one."""

    @property
    def name(self) -> str:
        return self.table.plan.table

    @property
    def elapsed(self) -> float:
        """Seconds since the present decision began."""
        return monotonic() - self.timed_at

    def apply(self, entry: Entry) -> None:
        """Applies a stored entry. `wake` must follow, once after several of them."""
        self.table.apply(entry)
        if entry["kind"] in TIMED:
            self.timed_at = monotonic()
            self.clock_paused = False  # it was paused at the decision before
        if entry["kind"] == "end-asked":
            self.end_asked_at = monotonic()

    # --- Viewers ---

    def wake(self) -> None:
        """Wakes all streams."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def revisions(self, after: int) -> AsyncGenerator[int | None]:
        """The latest revision whenever there is a newer one than `after`; None as a heartbeat.

        A slow reader gets the latest revision and skips those in between.
        """
        self.streams += 1
        try:
            while True:
                if self.table.revision > after:
                    after = self.table.revision
                    yield after
                    continue
                await self._changed.wait()
                if self.table.revision <= after:
                    yield None
        finally:
            self.streams -= 1
            self.used_at = monotonic()

    def is_left(self, now: float) -> bool:
        """Whether nobody has been watching for a while, not even spectators."""
        return not self.streams and now - self.used_at >= GONE_AFTER

    def is_forgotten(self, now: float, after: float = FORGOTTEN_AFTER) -> bool:
        """Whether nobody has been watching for `after` seconds, and nothing is going on."""
        if now - self.used_at < after or self.streams or self.lock.locked():
            return False
        return all(task.done() for task in self.tasks())

    # --- Background work ---

    def stop_timers(self) -> None:
        for timer in (self.timer, self.end_timer):
            if timer is not None:
                timer.cancel()
        self.timer = self.end_timer = None

    def tasks(self) -> list["asyncio.Task[None]"]:
        """The tasks that run for this table."""
        tasks = (self.late_task, self.end_task, self.bots_task, self.settle_task)
        return [task for task in tasks if task is not None]


MakeEntry = Callable[[Table], Entry]
"""Checks a change on the present table and returns its entry; raises where it does not fit. It may
be called several times, on later and later revisions, and must not change the table."""

Change = Callable[[LiveTable, MakeEntry], Awaitable[None]]
"""`Host.change`, as the bots and the timers call it."""
