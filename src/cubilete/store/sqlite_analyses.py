"""Analyses of finished games in SQLite.

One process uses the file, and knows what it works on: a claim needs no name and no progress.
"""

import sqlite3

from cubilete.store.base import StoredAnalysis
from cubilete.store.sqlite_housekeeping import Do

KEEP = """
    INSERT INTO analyses (game, report) VALUES (?, ?)
        ON CONFLICT (game) DO UPDATE SET report = excluded.report WHERE report = ''
"""


class SqliteAnalyses:
    def __init__(self, do: Do) -> None:
        self._do = do

    async def find(self, game: str) -> StoredAnalysis | None:
        def work(connection: sqlite3.Connection) -> tuple[str] | None:
            row: tuple[str] | None = connection.execute(
                "SELECT report FROM analyses WHERE game = ?", (game,)
            ).fetchone()
            return row

        row = await self._do(work)
        return None if row is None else StoredAnalysis(row[0], abandoned=not row[0])

    async def claim(self, game: str) -> bool:
        await self._change("INSERT OR IGNORE INTO analyses (game) VALUES (?)", game)
        found = await self.find(game)
        return found is not None and not found.report

    async def progress(self, game: str, done: int, total: int) -> bool:
        return True

    async def release(self, game: str) -> None:
        """Nothing to do: what this process does not work on is abandoned."""

    async def keep(self, game: str, report: str) -> None:
        await self._change(KEEP, game, report)

    async def forget(self, game: str) -> None:
        await self._change("DELETE FROM analyses WHERE game = ?", game)

    async def _change(self, statement: str, *values: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(statement, values)

        await self._do(work)
