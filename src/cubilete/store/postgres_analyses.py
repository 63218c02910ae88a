"""Analyses of finished games in PostgreSQL, for several processes.

A claim is a lease: its process renews it while it works, and another one may claim the analysis
when that has not happened for a while. The database's clock counts.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import asyncpg

from cubilete.store.base import StoredAnalysis
from cubilete.store.postgres_housekeeping import Connection

FREE = "(known.worker IN ('', $2) OR known.seen < now() - interval '30 seconds')"
"""Whether no other process than $2 works on an analysis."""
FIND = f"""
    SELECT report, done, total, report = '' AND {FREE} AS abandoned
    FROM analyses AS known WHERE game = $1
"""
CLAIM = f"""
    INSERT INTO analyses AS known (game, worker) VALUES ($1, $2)
        ON CONFLICT (game) DO UPDATE SET worker = $2, seen = now(), done = 0, total = 0
        WHERE known.report = '' AND {FREE}
"""
PROGRESS = """
    UPDATE analyses SET done = $3, total = $4, seen = now() WHERE game = $1 AND worker = $2
"""
KEEP = """
    INSERT INTO analyses AS known (game, worker, report) VALUES ($1, '', $2)
        ON CONFLICT (game) DO UPDATE SET report = $2 WHERE known.report = ''
"""


class PostgresAnalyses:
    def __init__(
        self,
        connect: Callable[[], AbstractAsyncContextManager["Connection[asyncpg.Record]"]],
        worker: str,
    ) -> None:
        """`worker` is the name under which this process claims."""
        self._connect = connect
        self._worker = worker

    async def find(self, game: str) -> StoredAnalysis | None:
        async with self._connect() as connection:
            row = await connection.fetchrow(FIND, game, self._worker)
        if row is None:
            return None
        return StoredAnalysis(row["report"], row["abandoned"], row["done"], row["total"])

    async def claim(self, game: str) -> bool:
        return await self._change(CLAIM, game, self._worker)

    async def progress(self, game: str, done: int, total: int) -> bool:
        return await self._change(PROGRESS, game, self._worker, done, total)

    async def release(self, game: str) -> None:
        await self._change(
            "UPDATE analyses SET worker = '' WHERE game = $1 AND worker = $2", game, self._worker
        )

    async def keep(self, game: str, report: str) -> None:
        await self._change(KEEP, game, report)

    async def forget(self, game: str) -> None:
        await self._change("DELETE FROM analyses WHERE game = $1", game)

    async def _change(self, statement: str, *values: str | int) -> bool:
        """Whether a row was changed."""
        async with self._connect() as connection:
            status = await connection.execute(statement, *values)
        return not status.endswith(" 0")
