"""Load shedding: by the number of waiting changes, never by the clock."""

import asyncio
import time
from collections import Counter
from pathlib import Path

from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.host.load import MOST_WAITING
from cubilete.store.sqlite import SqliteStore

from .hosting import open_host, open_table, say, stored_entries

TABLES = 10


class BlockedStore(SqliteStore):
    """A store whose `append` waits until `gate` is set."""

    gate: asyncio.Event | None = None

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        if self.gate is not None:
            await self.gate.wait()
        await super().append(table, n, entry, owner=owner, over=over)


async def request(host: Host, live: LiveTable, text: str) -> int:
    """What the web does with the request of a change; returns its status."""
    if host.load.overloaded:
        return 429
    await host.change(live, say(text))
    return 200


def test_changes_beyond_the_bound_are_refused_and_admitted_ones_are_stored(tmp_path: Path) -> None:
    async def run() -> None:
        store = BlockedStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            tables = [await open_table(host) for _ in range(TABLES)]
            store.gate = asyncio.Event()
            requests = [
                asyncio.create_task(request(host, tables[number % TABLES], f"line {number}"))
                for number in range(MOST_WAITING + 150)
            ]
            await asyncio.sleep(0.05)
            assert host.load.waiting == MOST_WAITING
            assert [task.result() for task in requests if task.done()] == [429] * 150
            store.gate.set()
            statuses = await asyncio.gather(*requests)
            assert Counter(statuses) == {200: MOST_WAITING, 429: 150}
            assert host.load.waiting == 0

            acknowledged = {f"line {n}" for n, status in enumerate(statuses) if status == 200}
            stored = [
                entry["text"]
                for live in tables
                for entry in await stored_entries(store, live)
                if entry["kind"] == "chat"
            ]
            assert len(stored) == MOST_WAITING
            assert set(stored) == acknowledged
            assert await request(host, tables[0], "after") == 200

    asyncio.run(run())


def test_change_that_fails_waits_no_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(BlockedStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host)
            store = host.store
            assert isinstance(store, BlockedStore)
            store.gate = asyncio.Event()
            cancelled = asyncio.create_task(request(host, live, "never"))
            await asyncio.sleep(0.01)
            assert host.load.waiting == 1
            cancelled.cancel()
            refused = await asyncio.gather(cancelled, return_exceptions=True)
            assert isinstance(refused[0], asyncio.CancelledError)
            assert host.load.waiting == 0

    asyncio.run(run())


class LateLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps by ten seconds whenever it is read: every timer is late."""

    jumps = 0.0

    def time(self) -> float:
        self.jumps += 10
        return super().time() + self.jumps


def test_one_change_at_a_time_is_never_refused_however_late_the_timers_are(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host)
            for number in range(20):
                due = asyncio.get_running_loop().time() + 0.001
                await asyncio.sleep(0.001)
                assert asyncio.get_running_loop().time() - due > 5
                time.sleep(0.02)  # blocks the loop, as on a busy machine
                assert await request(host, live, f"line {number}") == 200

    with asyncio.Runner(loop_factory=LateLoop) as runner:
        runner.run(run())


def test_few_changes_that_wait_long_refuse_nobody(tmp_path: Path) -> None:
    async def run() -> None:
        store = BlockedStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            live = await open_table(host)
            store.gate = asyncio.Event()
            waiting = [asyncio.create_task(request(host, live, f"line {n}")) for n in range(20)]
            await asyncio.sleep(1.5)
            assert not host.load.overloaded
            store.gate.set()
            assert await asyncio.gather(*waiting) == [200] * 20

    asyncio.run(run())
