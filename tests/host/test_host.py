"""Tables in memory: loaded from the store, removed when nobody watches, followed by streams."""

import asyncio
import json
from pathlib import Path
from time import monotonic
from weakref import WeakKeyDictionary

import pytest

from cubilete.host import host as host_module
from cubilete.host.live import FORGOTTEN_AFTER, LiveTable
from cubilete.store.base import StoredTable
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes

from .hosting import eventually, first_legal, key_of, open_host, open_table, say, stored_entries


def test_table_that_nobody_watches_is_removed_and_loaded_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host)
            host.forget(monotonic())
            assert live.name in host.tables

            stream = live.revisions(0)
            assert await anext(stream) == live.table.revision
            later = monotonic() + FORGOTTEN_AFTER + 1
            host.forget(later)
            assert live.name in host.tables  # a stream is open

            await stream.aclose()
            host.forget(later)
            assert live.name not in host.tables

            again = await host.find(live.name)
            assert again is not None
            assert again is not live
            assert again.table.revision == live.table.revision
            assert again.table.names() == live.table.names()

    asyncio.run(run())


def test_slow_reader_gets_the_latest_revision_only(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host)
            stream = live.revisions(0)
            first = await anext(stream)
            for number in range(5):
                await host.change(live, say(f"line {number}"))
            assert first is not None
            assert await anext(stream) == first + 5
            await stream.aclose()

    asyncio.run(run())


def test_stream_in_which_nothing_happens_gets_heartbeats(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host)
            stream = live.revisions(live.table.revision)
            waiting = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            live.wake()
            assert await waiting is None
            await stream.aclose()

    asyncio.run(run())


class OvertakenStore(SqliteStore):
    """Appends an entry after the next `load`, as another process would."""

    entry = ""

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        stored = await super().load(table, after)
        entry, self.entry = self.entry, ""
        if stored is not None and entry:
            await self.append(table, after + len(stored.entries) + 1, entry)
        return stored


def test_entry_appended_elsewhere_while_a_table_is_loaded_is_fetched(tmp_path: Path) -> None:
    async def run() -> None:
        store = OvertakenStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            live = await open_table(host)
            del host.tables[live.name]
            store.entry = json.dumps(changes.chat(live.table, 0, "hola"))
            again = await host.find(live.name)
            assert again is not None
            assert again.table.revision == live.table.revision + 1
            assert [line.text for line in again.table.chat] == ["hola"]

    asyncio.run(run())


def test_unknown_and_impossible_names_are_not_found(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            for name in ("nowhere", "", "../etc", "x" * 65):
                assert await host.find(name) is None

    asyncio.run(run())


def test_live_table_is_a_weak_key(tmp_path: Path) -> None:
    """The web caches pages of a table by it."""

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host)
            cache: WeakKeyDictionary[LiveTable, int] = WeakKeyDictionary({live: 1})
            host.forget(monotonic() + FORGOTTEN_AFTER + 1)
            assert cache[live] == 1
            del live
            assert not cache

    asyncio.run(run())


def test_move_with_a_key_that_was_played_is_not_played_again(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            live = await open_table(host)
            entry = first_legal(live.table)
            for _ in range(2):
                await host.change(live, lambda table: entry, key_of(entry))
            assert [each for each in await stored_entries(store, live) if each.get("key")] == [
                entry
            ]

    asyncio.run(run())


def test_idle_host_forgets_tables_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_module, "HEARTBEAT", 0.01)

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), forgotten_after=0.1) as host:
            live = await open_table(host)
            watched = await open_table(host)
            stream = watched.revisions(0)
            await anext(stream)
            await eventually(lambda: live.name not in host.tables)
            assert watched.name in host.tables
            await stream.aclose()
            await eventually(lambda: not host.tables)

    asyncio.run(run())


def test_replays_and_records_that_nobody_uses_leave_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            await host.record_texts.prepare("old", lambda: "a record")
            now = monotonic()
            host.forget(now + FORGOTTEN_AFTER - 1)
            assert host.record_texts.size == len("a record")
            host.forget(now + FORGOTTEN_AFTER + 1)
            assert host.record_texts.get("old") is None
            assert host.record_texts.size == 0

    asyncio.run(run())
