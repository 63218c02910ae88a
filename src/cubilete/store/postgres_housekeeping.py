"""The statements of housekeeping in PostgreSQL: how large it is, what is unused, its removal."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import asyncpg

from cubilete.store.base import Cutoff, Unused

Connection = asyncpg.pool.PoolConnectionProxy
REMOVE_EVENINGS = """
    WITH removed AS (
        DELETE FROM documents WHERE kind = 'evening' AND key = ANY($1) AND used_day < $2
            RETURNING key, content
    )
    DELETE FROM documents WHERE kind = 'guest' AND key IN (
        SELECT (guest ->> 'owner') || '/' || key
            FROM removed, json_array_elements(content::json -> 'guests') AS guest
    )
"""
"""An evening, and the documents that note who was there."""


class PostgresUpkeep:
    def __init__(
        self, connect: Callable[[], AbstractAsyncContextManager["Connection[asyncpg.Record]"]]
    ) -> None:
        self._connect = connect

    async def size(self) -> int:
        async with self._connect() as connection:
            return await size(connection)

    async def unused(self, before: Cutoff, most: int) -> Unused:
        async with self._connect() as connection:
            return await unused(connection, before, most)

    async def remove(self, found: Unused, before: Cutoff) -> None:
        async with self._connect() as connection:
            await remove(connection, found, before)

    async def rewrite(self, table: str, n: int, entry: str) -> None:
        async with self._connect() as connection:
            await connection.execute(
                "UPDATE entries SET entry = $3 WHERE table_id = $1 AND n = $2", table, n, entry
            )

    async def rewrite_plan(self, table: str, plan: str) -> None:
        async with self._connect() as connection:
            await connection.execute("UPDATE tables SET plan = $2 WHERE id = $1", table, plan)


async def size(connection: "Connection[asyncpg.Record]") -> int:
    return int(await connection.fetchval("SELECT pg_database_size(current_database())"))


async def unused(connection: "Connection[asyncpg.Record]", before: Cutoff, most: int) -> Unused:
    tables = await connection.fetch(
        "SELECT id FROM tables WHERE NOT over AND changed_day < $1 AND NOT EXISTS ("
        " SELECT FROM entries WHERE table_id = id AND entry::json ->> 'kind' = 'start') LIMIT $2",
        before.tables,
        most,
    )
    records = await connection.fetch(
        "SELECT name FROM records WHERE looked_day < $1 LIMIT $2", before.records, most
    )
    evenings = await connection.fetch(
        "SELECT key FROM documents WHERE kind = 'evening' AND used_day < $1 LIMIT $2",
        before.evenings,
        most,
    )
    return Unused(*([name for (name,) in rows] for rows in (tables, records, evenings)))


async def remove(connection: "Connection[asyncpg.Record]", found: Unused, before: Cutoff) -> None:
    """Every change of a table sets its day, so the locked rows are tables that did not begin.

    Rows are locked in the order of their names, as `append` locks them: no deadlock.
    """
    async with connection.transaction():
        rows = await connection.fetch(
            "SELECT id FROM tables WHERE id = ANY($1) AND NOT over AND changed_day < $2"
            " ORDER BY id FOR UPDATE",
            list(found.tables),
            before.tables,
        )
        names = [row["id"] for row in rows]
        await connection.execute("DELETE FROM entries WHERE table_id = ANY($1)", names)
        await connection.execute("DELETE FROM places WHERE table_id = ANY($1)", names)
        await connection.execute("DELETE FROM tables WHERE id = ANY($1)", names)
        removed = await connection.fetch(
            "DELETE FROM records WHERE name = ANY($1) AND looked_day < $2 RETURNING 'r/' || name",
            list(found.records),
            before.records,
        )
        await connection.execute(
            "DELETE FROM analyses WHERE game = ANY($1)", [game for (game,) in removed]
        )
        await connection.execute(REMOVE_EVENINGS, list(found.evenings), before.evenings)
