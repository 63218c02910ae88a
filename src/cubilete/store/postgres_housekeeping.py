"""The statements of housekeeping in PostgreSQL: how large it is, what is unused, its removal."""

import asyncpg

from cubilete.store.base import Cutoff, Unused

Connection = asyncpg.pool.PoolConnectionProxy


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
    return Unused([row["id"] for row in tables], [row["name"] for row in records])


async def remove(connection: "Connection[asyncpg.Record]", unused: Unused, before: Cutoff) -> None:
    """Every change of a table sets its day, so the locked rows are tables that did not begin.

    Rows are locked in the order of their names, as `append` locks them: no deadlock.
    """
    async with connection.transaction():
        rows = await connection.fetch(
            "SELECT id FROM tables WHERE id = ANY($1) AND NOT over AND changed_day < $2"
            " ORDER BY id FOR UPDATE",
            list(unused.tables),
            before.tables,
        )
        names = [row["id"] for row in rows]
        await connection.execute("DELETE FROM entries WHERE table_id = ANY($1)", names)
        await connection.execute("DELETE FROM places WHERE table_id = ANY($1)", names)
        await connection.execute("DELETE FROM tables WHERE id = ANY($1)", names)
        await connection.execute(
            "DELETE FROM records WHERE name = ANY($1) AND looked_day < $2",
            list(unused.records),
            before.records,
        )
