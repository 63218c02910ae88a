"""All the tables that are open: loaded when somebody asks, changed one entry at a time.

Every change is kept by the store before anybody sees it. If another process was quicker, its
entries are read first and the wish is looked at again: it may be too late by then. If the store
fails while it keeps an entry, nobody knows whether it did: the table is in doubt, and whatever is
kept is read before anything else happens.
"""

import asyncio
import json
import re
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from cubilete.core.errors import CubileteError
from cubilete.core.rng import Rng
from cubilete.store.base import Conflict, Store, Unavailable
from cubilete.table.clock import TIMED
from cubilete.table.plan import Plan
from cubilete.table.table import Entry, Table, TooLate, load
from cubilete.web.pieces import Part

TRIES = 5
RETRY = 0.5
"""Seconds after which a store that failed is asked again."""
NAME = re.compile("[A-Za-z0-9_-]{1,64}")
HEARTBEAT = 15.0
"""Seconds after which silent streams say that they are still there."""

GONE_AFTER = 60.0
"""Seconds after which a table that nobody has a page of has been left by all: its clock waits."""
FORGOTTEN_AFTER = 600.0
"""Seconds after which a table that nobody looks at is left to the store."""
MOST_PARTS = 32
"""How many renderings of one revision are remembered; more are rendered, but not kept."""


@dataclass
class Live:
    """A table with those who look at it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the next change, and then replaced."""
    bots: "asyncio.Task[None] | None" = None
    watching: Counter[int] = field(default_factory=Counter)
    """How many pages each seat has open."""
    streams: int = 0
    """How many look at it, seated or not."""
    used: float = field(default_factory=monotonic)
    """When somebody last asked for it."""
    in_doubt: bool = False
    """The store may have kept more than the table knows of."""
    settling: "asyncio.Task[None] | None" = None
    parts: dict[Hashable, Part] = field(default_factory=dict)
    """What has been rendered of the present revision."""
    rendered: int = -1
    """The revision that `parts` show."""
    since: float = field(default_factory=monotonic)
    """When the time that somebody thinks began to count: at the last timed entry, or when
    the table was opened here."""
    timer: asyncio.TimerHandle | None = None
    clock_waits: bool = False
    """Somebody's time was up, but nobody was there: it begins anew when somebody comes."""
    late: "asyncio.Task[None] | None" = None

    @property
    def elapsed(self) -> float:
        """Seconds for which those who must decide have been thinking."""
        return monotonic() - self.since

    def apply(self, entry: Entry) -> None:
        """What has been kept happens."""
        self.table.apply(entry)
        if entry["kind"] in TIMED:
            self.since = monotonic()

    def part(self, key: Hashable, render: Callable[[], Part]) -> Part:
        """What is seen of the present revision by all who see the same."""
        if self.rendered != self.table.revision:
            self.parts.clear()
            self.rendered = self.table.revision
        found = self.parts.get(key)
        if found is None:
            found = render()
            if len(self.parts) < MOST_PARTS:
                self.parts[key] = found
        return found

    def absent(self) -> list[int]:
        """The people who have no page open."""
        return [
            number
            for number, seat in enumerate(self.table.seats)
            if seat.owner and not seat.stand_in and not self.watching[number]
        ]

    def wake(self) -> None:
        happened, self.changed = self.changed, asyncio.Event()
        happened.set()

    async def revisions(self, seen: int) -> AsyncGenerator[int | None]:
        """Each newer revision; None as a sign of life while nothing happens."""
        self.streams += 1
        try:
            while True:
                if self.table.revision > seen:
                    seen = self.table.revision
                    yield seen
                    continue
                await self.changed.wait()
                if self.table.revision <= seen:
                    yield None
        finally:
            self.streams -= 1
            self.used = monotonic()

    def is_left(self, now: float) -> bool:
        """Whether nobody at all looks, seated or not."""
        return not self.streams and now - self.used >= GONE_AFTER

    def is_forgotten(self, now: float) -> bool:
        """Whether nobody has looked for long, and nothing is going on."""
        if now - self.used < FORGOTTEN_AFTER or self.streams or self.lock.locked():
            return False
        return not self.table.bots_to_act()


class House:
    """The open tables of one process."""

    def __init__(self, store: Store, pace: float) -> None:
        self.store = store
        self.pace = pace
        """Seconds that a bot takes for a move, so that people can follow."""
        self.lives: dict[str, Live] = {}
        self.loading = asyncio.Lock()
        self.listener: asyncio.Task[None] | None = None
        self.heart: asyncio.Task[None] | None = None
        self.taking: set[asyncio.Task[None]] = set()
        """What other processes have done to tables that are being changed here."""

    async def open(self) -> None:
        await self.store.open()
        self.listener = asyncio.create_task(self.listen())
        self.heart = asyncio.create_task(self.beat())

    async def close(self) -> None:
        for live in self.lives.values():
            if live.timer is not None:
                live.timer.cancel()
        running = [
            self.listener,
            self.heart,
            *self.taking,
            *(
                task
                for live in self.lives.values()
                for task in (live.bots, live.late, live.settling)
            ),
        ]
        tasks = [task for task in running if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.store.close()

    async def beat(self) -> None:
        """Wakes all who look, so that streams in which nothing happens say that they live."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for live in list(self.lives.values()):
                live.wake()

    async def listen(self) -> None:
        """Other processes change tables too: whoever looks at one here sees it."""
        async for names in self.store.changes():
            known = [self.lives[name] for name in names if name in self.lives]
            await self.hear(known if names else list(self.lives.values()))

    async def hear(self, lives: Sequence[Live]) -> None:
        """Takes what others have kept; a table that is being changed here takes it after that."""
        known = {live.table.plan.table: live.table.revision for live in lives}
        try:
            news = await self.store.news(known) if known else {}
        except Unavailable:
            for live in lives:
                live.in_doubt = True
                self.settle_later(live)
            return
        for live in lives:
            name = live.table.plan.table
            if name not in news:
                continue
            if live.lock.locked():
                task = asyncio.create_task(self.take_later(live, known[name], news[name]))
                self.taking.add(task)
                task.add_done_callback(self.taking.discard)
            else:
                self.take(live, known[name], news[name])

    async def take_later(self, live: Live, after: int, entries: Sequence[str]) -> None:
        async with live.lock:
            self.take(live, after, entries)

    def take(self, live: Live, after: int, entries: Sequence[str]) -> None:
        for number, entry in enumerate(entries, start=after + 1):
            if number == live.table.revision + 1:
                live.apply(json.loads(entry))
        live.wake()
        self.go_on(live)

    async def create(self, plan: Plan) -> Live:
        self.forget(monotonic())
        await self.store.create(plan.table, plan.game, json.dumps(plan.to_json()))
        live = self.lives[plan.table] = Live(Table(plan))
        return live

    async def find(self, name: str) -> Live | None:
        """An open table, as it is kept; None if there is none of this name."""
        live = self.lives.get(name)
        if live is None:
            live = await self.fetch(name)
        if live is not None:
            live.used = monotonic()
            if live.clock_waits:
                live.clock_waits, live.since = False, live.used
                self.keep_time(live)
            await self.start_when_full(live)
        return live

    async def fetch(self, name: str) -> Live | None:
        """A table from the store."""
        if not NAME.fullmatch(name):
            return None
        self.forget(monotonic())
        async with self.loading:
            if name not in self.lives:
                kept = await self.store.load(name)
                if kept is None:
                    return None
                plan = Plan.from_json(json.loads(kept.plan))
                table = load(plan, [json.loads(entry) for entry in kept.entries])
                self.lives[name] = Live(table)
                # What another process has kept since was told to nobody here.
                await self.hear([self.lives[name]])
                self.go_on(self.lives[name])
            return self.lives[name]

    def forget(self, now: float) -> None:
        """Lets go of tables that nobody looks at: the store brings them back."""
        for name, live in list(self.lives.items()):
            if live.is_forgotten(now):
                if live.timer is not None:
                    live.timer.cancel()
                del self.lives[name]

    async def catch_up(self, live: Live) -> None:
        kept = await self.store.load(live.table.plan.table, live.table.revision)
        for entry in kept.entries if kept else []:
            live.apply(json.loads(entry))
        live.in_doubt = False
        live.wake()

    async def make_sure(self, live: Live) -> None:
        async with live.lock:
            if live.in_doubt:
                await self.catch_up(live)

    def settle_later(self, live: Live) -> None:
        if live.settling is None or live.settling.done():
            live.settling = asyncio.create_task(self.settle(live))

    async def settle(self, live: Live) -> None:
        """Asks a store that has failed until it tells what it kept."""
        while live.in_doubt:
            await asyncio.sleep(RETRY)
            with suppress(Unavailable):
                await self.make_sure(live)
        self.go_on(live)

    async def start_when_full(self, live: Live) -> None:
        """The game begins as soon as everybody sits, even if the server stopped in between."""
        if live.table.match is not None or not all(seat.taken for seat in live.table.seats):
            return
        try:
            await self.change(live, lambda table: table.start())
        except TooLate as late:
            if late.code != "started":
                raise

    async def change(self, live: Live, wish: Callable[[Table], Entry], key: str = "") -> None:
        """Lets a wish happen, once it is kept; raises what the table raises.

        A move whose key has been played is not played again.
        """
        async with live.lock:
            for _ in range(TRIES):
                if live.in_doubt:
                    await self.catch_up(live)
                if key and key in live.table.keys:
                    return
                entry = wish(live.table)
                if live.table.clock is not None and entry["kind"] in TIMED:
                    entry["spent"] = round(live.elapsed, 3)
                live.in_doubt = True
                try:
                    await self.store.append(
                        live.table.plan.table,
                        live.table.revision + 1,
                        json.dumps(entry),
                        owner=str(entry.get("owner", "")),
                        over=entry.get("over") is True,
                    )
                except Conflict:
                    continue
                except Unavailable:
                    self.settle_later(live)
                    raise
                live.in_doubt = False
                live.apply(entry)
                live.wake()
                self.go_on(live)
                return
        raise Conflict(live.table.plan.table)

    def go_on(self, live: Live) -> None:
        """Something has happened: bots play, and the clocks of people run."""
        self.let_bots_play(live)
        self.keep_time(live)

    # --- Clocks ---

    def keep_time(self, live: Live) -> None:
        """Sets the timer for whoever will be out of time first."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        first = live.table.clock.next_out() if live.table.clock is not None else None
        if first is not None:
            self.call_in(live, first[1] - live.elapsed)

    def call_in(self, live: Live, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(max(0.0, seconds), self.time_is_up, live)

    def time_is_up(self, live: Live) -> None:
        if live.is_left(monotonic()):
            live.clock_waits = True
            return
        live.late = asyncio.create_task(self.decide_late(live))

    async def decide_late(self, live: Live) -> None:
        """A bot decides for somebody who is out of time, unless they did so meanwhile, or
        another process has noticed it first."""

        def wish(table: Table) -> Entry:
            return table.late_move(live.elapsed, Rng(secrets.randbits(61)), secrets.token_hex(8))

        try:
            await self.change(live, wish)
        except TooLate:
            self.keep_time(live)
        except (Conflict, Unavailable):
            self.call_in(live, RETRY)

    # --- Bots ---

    def let_bots_play(self, live: Live) -> None:
        if live.table.bots_to_act() and (live.bots is None or live.bots.done()):
            live.bots = asyncio.create_task(self.play_bots(live))

    async def play_bots(self, live: Live) -> None:
        while live.table.bots_to_act():
            await asyncio.sleep(self.pace)
            if not live.table.bots_to_act():
                return
            try:
                await self.change_by_bot(live)
            except Unavailable:
                return  # they go on when the store has told what it kept

    async def change_by_bot(self, live: Live) -> None:
        def wish(table: Table) -> Entry:
            waiting = table.bots_to_act()
            if not waiting:
                raise CubileteError("too-late", "", "")
            seat = waiting[secrets.randbelow(len(waiting))]
            return table.bot_move(seat, Rng(secrets.randbits(61)), secrets.token_hex(8))

        try:
            await self.change(live, wish)
        except CubileteError as error:
            if error.code != "too-late":
                raise
