"""The SQLite store: what it has said is kept, is kept."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cubilete.store.base import Conflict, Unavailable
from cubilete.store.sqlite import MIGRATIONS, SqliteStore


def with_store(path: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_entries_come_back_in_their_order(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.create("t", "216", "{}")
        for n in range(1, 30):
            await store.append("t", n, f'{{"n":{n}}}')

    async def read(store: SqliteStore) -> None:
        kept = await store.load("t")
        assert kept is not None
        assert kept.entries == [f'{{"n":{n}}}' for n in range(1, 30)]
        later = await store.load("t", after=27)
        assert later is not None
        assert later.entries == ['{"n":28}', '{"n":29}']
        assert await store.load("nobody") is None

    with_store(tmp_path / "s.sqlite", write)
    with_store(tmp_path / "s.sqlite", read)


def test_number_is_given_once_however_many_ask(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create("t", "216", "{}")
        wishes = [store.append("t", 1, str(k)) for k in range(50)]
        results = await asyncio.gather(*wishes, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 49
        kept = await store.load("t")
        assert kept is not None
        assert kept.entries == [str(results.index(None))]

    with_store(tmp_path / "s.sqlite", work)


def test_entry_of_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        with pytest.raises(Conflict):
            await store.append("nowhere", 1, "{}")
        await store.create("t", "216", "{}")
        with pytest.raises(Conflict):
            await store.create("t", "216", "{}")

    with_store(tmp_path / "s.sqlite", work)


def test_places_of_a_person_the_open_ones_first(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        for name in ("a", "b", "c"):
            await store.create(name, "dizzle", "{}")
            await store.append(name, 1, "{}", owner="ana")
        await store.append("b", 2, "{}", over=True)
        places = await store.places("ana", 10)
        assert [(place.table, place.over) for place in places][-1] == ("b", True)
        assert len(places) == 3
        assert len(await store.places("ana", 2)) == 2
        assert await store.places("luis", 10) == []

    with_store(tmp_path / "s.sqlite", work)


def test_secret_is_made_once(tmp_path: Path) -> None:
    found: list[bytes] = []

    async def work(store: SqliteStore) -> None:
        found.append(await store.secret())

    with_store(tmp_path / "s.sqlite", work)
    with_store(tmp_path / "s.sqlite", work)
    assert found[0] == found[1]
    assert len(found[0]) == 32


def test_file_of_the_future_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(Unavailable):
        with_store(path, never)


def test_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(b"not a database, but long enough to look like one" * 100)
    with pytest.raises(Unavailable):
        with_store(path, never)


async def never(store: SqliteStore) -> None:
    raise AssertionError(f"{store.path} was opened")


def test_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")
    with pytest.raises(Unavailable):
        asyncio.run(store.load("t"))


WRITER = """
import asyncio, sys
from cubilete.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await store.create("t", "216", "{}")

    async def write(lane):
        for k in range(1, 100000):
            await store.append("t", lane * 1000000 + k, "{}")
            print(lane * 1000000 + k, flush=True)

    await asyncio.gather(*(write(lane) for lane in range(8)))

asyncio.run(main())
"""


@pytest.mark.parametrize("after", [5, 200, 900])
def test_what_was_acknowledged_survives_kill_9(after: int, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    acknowledged = [int(writer.stdout.readline()) for _ in range(after)]
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged += [int(line) for line in writer.stdout if line.endswith("\n")]
    writer.wait()

    with sqlite3.connect(path) as connection:
        kept = {n for (n,) in connection.execute("SELECT n FROM entries")}
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert set(acknowledged) <= kept
