"""The database on the disk can be read by its owner only."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

from cubilete.store.sqlite import SqliteStore


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def run_with(file: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(file)
        await store.open()
        await work(store)
        await store.close()

    asyncio.run(run())


def test_database_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create("t", "216", "{}")
        assert modes(tmp_path) == dict.fromkeys(("s.sqlite", "s.sqlite-wal", "s.sqlite-shm"), 0o600)

    run_with(tmp_path / "s.sqlite", work)


def test_existing_database_is_closed_to_others(tmp_path: Path) -> None:
    """Also the log that a killed server left behind."""
    file = tmp_path / "s.sqlite"

    async def create(store: SqliteStore) -> None:
        await store.create("t", "216", "{}")

    async def look(store: SqliteStore) -> None:
        assert await store.load("t") is not None
        assert set(modes(tmp_path).values()) == {0o600}

    run_with(file, create)
    leaving = sqlite3.connect(file)
    leaving.execute("INSERT INTO records (name, record) VALUES ('r', '{}')")
    leaving.commit()
    for each in tmp_path.iterdir():
        each.chmod(0o644)
    run_with(file, look)
    leaving.close()
