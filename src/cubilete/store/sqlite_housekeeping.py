"""The statements of housekeeping in SQLite: how large the file is, what is unused, its removal."""

import json
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from cubilete.store.base import Cutoff, Unused

Result = TypeVar("Result")
UNUSED_EVENINGS = """
    kind = 'evening' AND documents.key IN (SELECT value FROM json_each(?)) AND used_day < ?
"""


class Do(Protocol):
    """Runs work in the thread of the store."""

    def __call__(self, work: Callable[[sqlite3.Connection], Result]) -> Awaitable[Result]: ...


class SqliteUpkeep:
    def __init__(self, do: Do) -> None:
        self._do = do

    async def size(self) -> int:
        return await self._do(size)

    async def unused(self, before: Cutoff, most: int) -> Unused:
        return await self._do(lambda connection: unused(connection, before, most))

    async def remove(self, found: Unused, before: Cutoff) -> None:
        await self._do(lambda connection: remove(connection, found, before))

    async def rewrite(self, table: str, n: int, entry: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE entries SET entry = ? WHERE table_id = ? AND n = ?", (entry, table, n)
            )

        await self._do(work)

    async def rewrite_plan(self, table: str, plan: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE tables SET plan = ? WHERE id = ?", (plan, table))

        await self._do(work)


def size(connection: sqlite3.Connection) -> int:
    """Pages that a removal has freed are used again first, so they don't count."""
    pages, free, page_size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int(pages - free) * int(page_size)


def unused(connection: sqlite3.Connection, before: Cutoff, most: int) -> Unused:
    tables = connection.execute(
        "SELECT id FROM tables WHERE over = 0 AND changed_day < ? AND NOT EXISTS ("
        " SELECT 1 FROM entries WHERE table_id = id AND entry ->> 'kind' = 'start') LIMIT ?",
        (before.tables, most),
    )
    records = connection.execute(
        "SELECT name FROM records WHERE looked_day < ? LIMIT ?", (before.records, most)
    )
    evenings = connection.execute(
        "SELECT key FROM documents WHERE kind = 'evening' AND used_day < ? LIMIT ?",
        (before.evenings, most),
    )
    return Unused(*([name for (name,) in rows] for rows in (tables, records, evenings)))


def remove(connection: sqlite3.Connection, found: Unused, before: Cutoff) -> None:
    """Every change of a table sets its day: a table that began meanwhile is not touched."""
    rows = connection.execute(
        "SELECT id FROM tables WHERE id IN (SELECT value FROM json_each(?))"
        " AND over = 0 AND changed_day < ?",
        (json.dumps(list(found.tables)), before.tables),
    )
    names = json.dumps([name for (name,) in rows])
    for statement in (
        "DELETE FROM entries WHERE table_id IN (SELECT value FROM json_each(?))",
        "DELETE FROM places WHERE table_id IN (SELECT value FROM json_each(?))",
        "DELETE FROM tables WHERE id IN (SELECT value FROM json_each(?))",
    ):
        connection.execute(statement, (names,))
    removed = connection.execute(
        "DELETE FROM records WHERE name IN (SELECT value FROM json_each(?)) AND looked_day < ?"
        " RETURNING 'r/' || name",
        (json.dumps(list(found.records)), before.records),
    )
    games = json.dumps([game for (game,) in removed.fetchall()])
    connection.execute(
        "DELETE FROM analyses WHERE game IN (SELECT value FROM json_each(?))", (games,)
    )
    evenings = (json.dumps(list(found.evenings)), before.evenings)
    for statement in (
        "DELETE FROM documents WHERE kind = 'guest' AND key IN ("
        " SELECT guest.value ->> 'owner' || '/' || documents.key"
        f" FROM documents, json_each(content, '$.guests') AS guest WHERE {UNUSED_EVENINGS})",
        f"DELETE FROM documents WHERE {UNUSED_EVENINGS}",
    ):
        connection.execute(statement, evenings)
