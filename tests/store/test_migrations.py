"""Stores of earlier versions get room for what came later, and keep their tables."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from cubilete.store.base import Store, StoredAnalysis, StoredTable
from cubilete.store.documents import Document
from cubilete.store.postgres import PostgresStore
from cubilete.store.postgres_schema import MIGRATIONS as POSTGRES_MIGRATIONS
from cubilete.store.sqlite import SqliteStore
from cubilete.store.sqlite_schema import MIGRATIONS as SQLITE_MIGRATIONS

NEW_TABLE = """
    INSERT INTO tables (id, game, plan) VALUES ('old', 'dizzle', '{}');
    INSERT INTO entries (table_id, n, entry) VALUES ('old', 1, '{"kind":"start"}');
    INSERT INTO places (owner, table_id) VALUES ('ana', 'old');
"""


async def use(store: Store) -> None:
    await store.open()
    try:
        assert await store.load("old") == StoredTable("{}", ['{"kind":"start"}'])
        assert [seated.table for seated in await store.tables_of("ana", 9)] == ["old"]
        await store.append("old", 2, "{}", owner="luis")
        await store.analyses.keep("t/old", "{}")
        assert await store.analyses.find("t/old") == StoredAnalysis("{}", abandoned=False)
        document = Document("evening", "k", "{}", owner="ana")
        await store.documents.add(document)
        assert await store.documents.find("evening", "k") == document
    finally:
        await store.close()


@pytest.mark.parametrize("version", range(1, len(SQLITE_MIGRATIONS) + 1))
def test_file_of_every_version_goes_on(tmp_path: Path, version: int) -> None:
    path = tmp_path / "s.sqlite"
    connection = sqlite3.connect(path)
    for number, script in enumerate(SQLITE_MIGRATIONS[:version]):
        connection.executescript(script + (NEW_TABLE if number == 0 else ""))
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    asyncio.run(use(SqliteStore(path)))


@pytest.mark.parametrize("version", range(1, len(POSTGRES_MIGRATIONS) + 1))
def test_database_of_every_version_goes_on(fresh_database: Callable[[], str], version: int) -> None:
    address = fresh_database()

    async def run() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute("CREATE TABLE version (number integer NOT NULL)")
        for number, script in enumerate(POSTGRES_MIGRATIONS[:version]):
            await connection.execute(script + (NEW_TABLE if number == 0 else ""))
            await connection.execute("INSERT INTO version (number) VALUES ($1)", number + 1)
        await connection.close()
        await use(PostgresStore(address))

    asyncio.run(run())
