"""Presence in PostgreSQL: who was last seen at which table, by any process."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager

import asyncpg

from cubilete.store.postgres_housekeeping import Connection

NOTE = """
    INSERT INTO presence AS known (table_id, owner, seen)
        SELECT table_id, owner, now() - make_interval(secs => age)
        FROM unnest($1::text[], $2::text[], $3::float8[]) AS new (table_id, owner, age)
        ORDER BY table_id, owner
        ON CONFLICT (table_id, owner) DO UPDATE SET seen = greatest(known.seen, excluded.seen)
"""
"""Ordered, so that two processes that report the same people can't deadlock."""
FORGET = """
    DELETE FROM presence WHERE (table_id, owner) IN (
        SELECT table_id, owner FROM presence WHERE seen < now() - interval '10 minutes'
        FOR UPDATE SKIP LOCKED
    )
"""
READ = """
    SELECT table_id, owner, extract(epoch FROM now() - seen)::float8 AS age
    FROM presence WHERE table_id = ANY($1)
"""


class PostgresPresence:
    def __init__(
        self, connect: Callable[[], AbstractAsyncContextManager["Connection[asyncpg.Record]"]]
    ) -> None:
        self._connect = connect

    async def note(self, ages: Mapping[str, Mapping[str, float]]) -> None:
        """Stores the signs that this process has seen, and deletes old ones."""
        rows = [(table, owner, age) for table, each in ages.items() for owner, age in each.items()]
        async with self._connect() as connection:
            if rows:
                await connection.execute(NOTE, *map(list, zip(*rows, strict=True)))
            await connection.execute(FORGET)

    async def read(self, tables: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        found: dict[str, dict[str, float]] = {}
        async with self._connect() as connection:
            for row in await connection.fetch(READ, list(tables)):
                found.setdefault(row["table_id"], {})[row["owner"]] = row["age"]
        return found
