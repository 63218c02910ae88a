"""Documents in PostgreSQL."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import asyncpg

from cubilete.store.base import Conflict, day_of
from cubilete.store.documents import LAST_LETTER, Document
from cubilete.store.postgres_housekeeping import Connection

COLUMNS = "kind, key, content, owner, revision"
ADD = """
    INSERT INTO documents (kind, key, content, owner, used_day) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING
"""
REPLACE = """
    UPDATE documents SET content = $1, used_day = $2, revision = revision + 1,
        change = nextval('changes') WHERE kind = $3 AND key = $4 AND revision = $5
"""
BEGINNING = """
    kind = $1 AND key COLLATE "C" >= $2 AND key COLLATE "C" < $3
        ORDER BY key COLLATE "C" LIMIT $4
"""
"""The index on these keys has their bytes in order."""


class PostgresDocuments:
    def __init__(
        self, connect: Callable[[], AbstractAsyncContextManager["Connection[asyncpg.Record]"]]
    ) -> None:
        self._connect = connect

    async def add(self, document: Document) -> None:
        new = (document.kind, document.key, document.content, document.owner)
        if not await self._change(ADD, *new, day_of(time.time())):
            raise Conflict(f"{document.kind} {document.key}")

    async def find(self, kind: str, key: str) -> Document | None:
        found = await self._select("kind = $1 AND key = $2", kind, key)
        return found[0] if found else None

    async def replace(self, read: Document, content: str) -> Document:
        today = day_of(time.time())
        if not await self._change(REPLACE, content, today, read.kind, read.key, read.revision):
            raise Conflict(f"{read.kind} {read.key}")
        return replace(read, content=content, revision=read.revision + 1)

    async def remove(self, kind: str, key: str) -> None:
        await self._change("DELETE FROM documents WHERE kind = $1 AND key = $2", kind, key)

    async def owned(self, owner: str, kind: str, most: int) -> Sequence[Document]:
        condition = "owner = $1 AND kind = $2 ORDER BY change DESC LIMIT $3"
        return await self._select(condition, owner, kind, most)

    async def beginning(self, kind: str, prefix: str, most: int) -> Sequence[Document]:
        return await self._select(BEGINNING, kind, prefix, prefix + LAST_LETTER, most)

    async def note_use(self, kind: str, key: str) -> None:
        today = day_of(time.time())
        await self._change(
            "UPDATE documents SET used_day = $1 WHERE kind = $2 AND key = $3", today, kind, key
        )

    async def remove_owned(self, owner: str) -> None:
        await self._change("DELETE FROM documents WHERE owner = $1", owner)

    async def _select(self, condition: str, *values: str | int) -> list[Document]:
        async with self._connect() as connection:
            rows = await connection.fetch(
                f"SELECT {COLUMNS} FROM documents WHERE {condition}", *values
            )
        return [Document(*row) for row in rows]

    async def _change(self, statement: str, *values: str | int) -> bool:
        """Whether a row was changed."""
        async with self._connect() as connection:
            status = await connection.execute(statement, *values)
        return not status.endswith(" 0")
