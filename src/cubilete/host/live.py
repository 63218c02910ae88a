"""A live table: a table in memory with its lock, its viewers and its background tasks."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, time

from cubilete.bots.hints import Advice
from cubilete.core.view import View
from cubilete.table.entry import TIMED, Entry, whole_number
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


@dataclass(frozen=True, eq=False)
class Aside:
    """What one seat alone is told: hints that it has asked for, or the coach's opinion. It is in
    memory only."""

    seat: int
    after_event: int
    """The last event that the seat knew when it had to decide."""
    view: View
    """What it saw then."""
    advice: Advice
    action: str = ""
    """The action that the seat asked about, or that the coach speaks of; "" for none."""
    by_coach: bool = False


@dataclass(eq=False)
class Listener:
    """Somebody who waits for changes of a table."""

    owner: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)


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
    asides: dict[int, Aside] = field(default_factory=dict)
    """For each seat what it alone is told."""
    reviews: "dict[int, asyncio.Task[None]]" = field(default_factory=dict)
    """For each seat the coach who is thinking about its last decision."""
    _listeners: set[Listener] = field(default_factory=set)

    @property
    def name(self) -> str:
        return self.table.plan.table

    @property
    def elapsed(self) -> float:
        """Seconds since the present decision began. Over days they are those of the calendar, also
        where no server was running meanwhile."""
        clock = self.table.clock
        if clock is not None and clock.since is not None:
            return max(0.0, time() - clock.since)
        return monotonic() - self.timed_at

    @property
    def over_days(self) -> bool:
        """Whether people are expected to be away between their decisions."""
        return self.table.clock is not None and self.table.clock.terms.over_days

    def apply(self, entry: Entry) -> None:
        """Applies a stored entry. `wake` must follow, once after several of them."""
        self.table.apply(entry)
        if entry["kind"] in TIMED:
            self.timed_at = monotonic()
            self.clock_paused = False  # it was paused at the decision before
        if entry["kind"] == "end-asked":
            self.end_asked_at = monotonic()
        if self.asides or self.reviews:
            self._end_asides(entry)

    # --- What one seat alone is told ---

    def _end_asides(self, entry: Entry) -> None:
        """A seat that decides again, or undoes its decision, is no longer told of the last one.
        Where a decision was undone, another event may get its number, so that all hints end."""
        if entry["kind"] not in ("move", "undo"):
            return
        seat = whole_number(entry["seat"])
        if entry["kind"] == "undo":
            self.asides = {n: aside for n, aside in self.asides.items() if aside.by_coach}
        self.asides.pop(seat, None)
        review = self.reviews.pop(seat, None)
        if review is not None:
            review.cancel()

    def aside_for(self, seat: int | None) -> Aside | None:
        """What this seat alone is told now. Hints hold while the seat knows nothing new."""
        aside = self.asides.get(seat) if seat is not None else None
        if aside is None or not self.table.hints.on or not self.table.playing:
            return None
        if aside.by_coach:
            return aside
        current = self.table.last_event(seat) == aside.after_event
        return aside if current and seat in self.table.people_to_act() else None

    # --- Viewers ---

    def wake(self, owner: str | None = None) -> None:
        """Wakes all who listen, or those of one owner."""
        for listener in self._listeners:
            if owner is None or listener.owner == owner:
                listener.changed.set()

    @contextmanager
    def listening(self, owner: str = "") -> Iterator[asyncio.Event]:
        """An event that every change sets; whoever waits for it clears it."""
        listener = Listener(owner)
        self._listeners.add(listener)
        try:
            yield listener.changed
        finally:
            self._listeners.discard(listener)

    async def revisions(self, after: int, owner: str = "") -> AsyncGenerator[int | None]:
        """The latest revision whenever there is a newer one than `after`; None as a heartbeat,
        and when something has changed for this owner only.

        A slow reader gets the latest revision and skips those in between.
        """
        self.streams += 1
        try:
            with self.listening(owner) as changed:
                while True:
                    if self.table.revision > after:
                        after = self.table.revision
                        yield after
                        continue
                    await changed.wait()
                    changed.clear()
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
        tasks = (
            self.late_task,
            self.end_task,
            self.bots_task,
            self.settle_task,
            *self.reviews.values(),
        )
        return [task for task in tasks if task is not None]


MakeEntry = Callable[[Table], Entry]
"""Checks a change on the present table and returns its entry; raises where it does not fit. It may
be called several times, on later and later revisions, and must not change the table."""

Change = Callable[[LiveTable, MakeEntry], Awaitable[None]]
"""`Host.change`, as the bots and the timers call it."""
