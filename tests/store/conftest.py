"""A store of each kind: SQLite, and a real PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cubilete.store.base import Store
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import SqliteStore

Opener = Callable[[Callable[[Store], Awaitable[None]]], None]


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(
    request: pytest.FixtureRequest, tmp_path: Path, fresh_database: Callable[[], str]
) -> Opener:
    """Runs a coroutine with the store open; every call opens the same store again."""
    address = fresh_database() if request.param == "postgres" else ""

    def opener(work: Callable[[Store], Awaitable[None]]) -> None:
        async def run() -> None:
            store: Store = PostgresStore(address) if address else SqliteStore(tmp_path / "s.sqlite")
            await store.open()
            try:
                await work(store)
            finally:
                await store.close()

        asyncio.run(run())

    return opener
