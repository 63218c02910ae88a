"""Documents in SQLite."""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import replace

from cubilete.store.base import Conflict, day_of
from cubilete.store.documents import LAST_LETTER, Document
from cubilete.store.sqlite_housekeeping import Do

COLUMNS = "kind, key, content, owner, revision"
NEXT_CHANGE = "(SELECT coalesce(max(change), 0) + 1 FROM documents)"


class SqliteDocuments:
    def __init__(self, do: Do) -> None:
        self._do = do

    async def add(self, document: Document) -> None:
        named = (document.kind, document.key, document.content, document.owner)
        row = (*named, day_of(time.time()))

        def work(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(
                    "INSERT INTO documents (kind, key, content, owner, used_day, change)"
                    f" VALUES (?, ?, ?, ?, ?, {NEXT_CHANGE})",
                    row,
                )
            except sqlite3.IntegrityError:
                raise Conflict(f"{document.kind} {document.key}") from None

        await self._do(work)

    async def find(self, kind: str, key: str) -> Document | None:
        found = await self._select("kind = ? AND key = ?", kind, key)
        return found[0] if found else None

    async def replace(self, read: Document, content: str) -> Document:
        def work(connection: sqlite3.Connection) -> int:
            return connection.execute(
                "UPDATE documents SET content = ?, used_day = ?, revision = revision + 1,"
                f" change = {NEXT_CHANGE} WHERE kind = ? AND key = ? AND revision = ?",
                (content, day_of(time.time()), read.kind, read.key, read.revision),
            ).rowcount

        if not await self._do(work):
            raise Conflict(f"{read.kind} {read.key}")
        return replace(read, content=content, revision=read.revision + 1)

    async def remove(self, kind: str, key: str) -> None:
        await self._delete("kind = ? AND key = ?", kind, key)

    async def owned(self, owner: str, kind: str, most: int) -> Sequence[Document]:
        condition = "owner = ? AND kind = ? ORDER BY change DESC LIMIT ?"
        return await self._select(condition, owner, kind, most)

    async def beginning(self, kind: str, prefix: str, most: int) -> Sequence[Document]:
        condition = "kind = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?"
        return await self._select(condition, kind, prefix, prefix + LAST_LETTER, most)

    async def note_use(self, kind: str, key: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE documents SET used_day = ? WHERE kind = ? AND key = ?",
                (day_of(time.time()), kind, key),
            )

        await self._do(work)

    async def remove_owned(self, owner: str) -> None:
        await self._delete("owner = ?", owner)

    async def _select(self, condition: str, *values: str | int) -> list[Document]:
        def work(connection: sqlite3.Connection) -> list[Document]:
            rows = connection.execute(f"SELECT {COLUMNS} FROM documents WHERE {condition}", values)
            return [Document(*row) for row in rows]

        return await self._do(work)

    async def _delete(self, condition: str, *values: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(f"DELETE FROM documents WHERE {condition}", values)

        await self._do(work)
