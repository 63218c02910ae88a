"""All the tables that are open: loaded when somebody asks, changed one entry at a time.

Every change is kept by the store before anybody sees it. If another process was quicker, its
entries are read first and the wish is looked at again: it may be too late by then.
"""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Hashable
from dataclasses import dataclass, field
from time import monotonic

from cubilete.core.errors import CubileteError
from cubilete.core.rng import Rng
from cubilete.store.base import Conflict, Store
from cubilete.table.table import Entry, Plan, Table, load
from cubilete.web.pieces import Part

TRIES = 5
HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""

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
    parts: dict[Hashable, Part] = field(default_factory=dict)
    """What has been rendered of the present revision."""
    rendered: int = -1
    """The revision that `parts` show."""

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
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await self.changed.wait()
                except TimeoutError:
                    yield None
        finally:
            self.streams -= 1
            self.used = monotonic()

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

    async def open(self) -> None:
        await self.store.open()
        self.listener = asyncio.create_task(self.listen())

    async def close(self) -> None:
        tasks = [live.bots for live in self.lives.values() if live.bots is not None]
        if self.listener is not None:
            tasks.append(self.listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.store.close()

    async def listen(self) -> None:
        """Other processes change tables too: whoever looks at one here sees it."""
        async for name in self.store.changes():
            # An empty name: the connection was lost for a while, anything may have changed.
            for live in [self.lives[name]] if name in self.lives else self.all_if(not name):
                async with live.lock:
                    await self.catch_up(live)
                self.let_bots_play(live)

    def all_if(self, wanted: bool) -> list[Live]:
        return list(self.lives.values()) if wanted else []

    async def create(self, plan: Plan) -> Live:
        self.forget(monotonic())
        await self.store.create(plan.table, plan.game, json.dumps(plan.to_json()))
        live = self.lives[plan.table] = Live(Table(plan))
        return live

    async def find(self, name: str) -> Live | None:
        """An open table, as it is kept; None if there is none of this name."""
        live = self.lives.get(name)
        if live is not None:
            live.used = monotonic()
            return live
        self.forget(monotonic())
        async with self.loading:
            if name not in self.lives:
                kept = await self.store.load(name)
                if kept is None:
                    return None
                plan = Plan.from_json(json.loads(kept.plan))
                table = load(plan, [json.loads(entry) for entry in kept.entries])
                self.lives[name] = Live(table)
                self.let_bots_play(self.lives[name])
            return self.lives[name]

    def forget(self, now: float) -> None:
        """Lets go of tables that nobody looks at: the store brings them back."""
        for name, live in list(self.lives.items()):
            if live.is_forgotten(now):
                del self.lives[name]

    async def catch_up(self, live: Live) -> None:
        kept = await self.store.load(live.table.plan.table, live.table.revision)
        for entry in kept.entries if kept else []:
            live.table.apply(json.loads(entry))
        live.wake()

    async def change(self, live: Live, wish: Callable[[Table], Entry]) -> None:
        """Lets a wish happen, once it is kept; raises what the table raises."""
        async with live.lock:
            for _ in range(TRIES):
                entry = wish(live.table)
                try:
                    await self.store.append(
                        live.table.plan.table,
                        live.table.revision + 1,
                        json.dumps(entry),
                        owner=str(entry.get("owner", "")),
                        over=entry.get("over") is True,
                    )
                except Conflict:
                    await self.catch_up(live)
                    continue
                live.table.apply(entry)
                live.wake()
                self.let_bots_play(live)
                return
        raise Conflict(live.table.plan.table)

    # --- Bots ---

    def let_bots_play(self, live: Live) -> None:
        if live.table.bots_to_act() and (live.bots is None or live.bots.done()):
            live.bots = asyncio.create_task(self.play_bots(live))

    async def play_bots(self, live: Live) -> None:
        while live.table.bots_to_act():
            await asyncio.sleep(self.pace)
            if not live.table.bots_to_act():
                return
            await self.change_by_bot(live)

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
