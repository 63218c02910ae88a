"""The SQLite store: migrations, files that can't be opened, durability."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cubilete.store.base import Unavailable
from cubilete.store.sqlite import SqliteStore
from cubilete.store.sqlite_schema import MIGRATIONS


def with_store(path: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(Unavailable):
        with_store(path, never)


def test_file_of_an_earlier_version_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
        connection.execute("INSERT INTO tables (id, game, plan) VALUES ('t', '216', '{}')")

    async def look(store: SqliteStore) -> None:
        assert await store.load("t") is not None
        await store.keep_record("r", "{}")
        assert await store.find_record("r") == "{}"

    with_store(path, look)


def test_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(b"not a database, but long enough to look like one" * 100)
    with pytest.raises(Unavailable):
        with_store(path, never)


async def never(store: SqliteStore) -> None:
    raise AssertionError(f"{store.path} was opened")


def test_closed_store_is_unavailable(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")
    with pytest.raises(Unavailable):
        asyncio.run(store.load("t"))


def test_time_stored_by_the_first_version_does_not_keep_a_table_first(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"

    async def create(store: SqliteStore) -> None:
        for name in ("ahead", "late"):
            await store.create(name, "216", "{}")
            await store.append(name, 1, "{}", owner="ana")

    async def change(store: SqliteStore) -> None:
        assert (await store.tables_of("ana", 1))[0].table == "ahead"
        await store.append("late", 2, "{}")
        assert (await store.tables_of("ana", 1))[0].table == "late"

    with_store(path, create)
    with sqlite3.connect(path) as connection:  # the first version stored seconds
        connection.execute("UPDATE tables SET changed = 9999999999 WHERE id = 'ahead'")
    with_store(path, change)


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
def test_acknowledged_entries_survive_kill_9(after: int, tmp_path: Path) -> None:
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
        stored = {n for (n,) in connection.execute("SELECT n FROM entries")}
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert set(acknowledged) <= stored
