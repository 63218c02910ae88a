"""A store in PostgreSQL, for several processes and machines.

The unique key (table, n) of the entries is the lock: the second insert of a number is a Conflict.
Entries that arrive while a statement runs are appended together by the next one (group commit).
Every change is announced by NOTIFY, so that other processes can fetch it.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import asyncpg

from cubilete.store.base import (
    Conflict,
    SeatedTable,
    StoredTable,
    Unavailable,
    day_of,
)
from cubilete.store.postgres_analyses import PostgresAnalyses
from cubilete.store.postgres_documents import PostgresDocuments
from cubilete.store.postgres_housekeeping import PostgresUpkeep
from cubilete.store.postgres_presence import PostgresPresence
from cubilete.store.postgres_schema import MIGRATIONS

APPEND = """
    WITH new_entries AS (
        SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::boolean[])
            AS new (table_id, n, entry, owner, ends)
    ), locked AS (
        SELECT id FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE
    ), inserted AS (
        INSERT INTO entries (table_id, n, entry)
            SELECT table_id, n, entry FROM new_entries JOIN locked ON id = table_id
            ON CONFLICT DO NOTHING RETURNING table_id, n
    ), changed AS (
        UPDATE tables SET change = nextval('changes'), over = over OR ends, changed_day = $8
            FROM (
                SELECT table_id, bool_or(ends) AS ends
                FROM inserted JOIN new_entries USING (table_id, n) GROUP BY table_id
            ) AS new WHERE id = table_id
    ), seated AS (
        INSERT INTO places (owner, table_id)
            SELECT owner, table_id FROM inserted JOIN new_entries USING (table_id, n)
            WHERE owner <> '' ON CONFLICT DO NOTHING
    ), announced AS (
        SELECT pg_notify($6, $7 || ' ' || string_agg(DISTINCT table_id, ' ')) FROM inserted
        HAVING count(*) > 0
    )
    SELECT table_id, n FROM inserted, announced
"""
"""Inserts the entries whose numbers are free, announces their tables and returns them. The rows of
tables are locked in the order of their names, so that two processes can't deadlock."""

MOST_TOGETHER = 100
"""Entries in one statement. The names of their tables must fit into one NOTIFY, 8000 bytes."""
CHANNEL = "cubilete"
MIGRATION_LOCK = 216_21_6
CONNECTIONS = 8
RETRY = 1.0
"""Seconds until a lost listener connects again."""
PATIENCE = 5.0
"""Seconds that a new connection may take."""
LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""What asyncpg raises when the connection to the database is lost; the last one if that happens
while a statement is being prepared."""


class StatelessConnection(asyncpg.Connection):
    """A connection that needs no reset between uses: we set no session state. It saves a query."""

    __slots__ = ()

    def get_reset_query(self) -> str:
        return ""


@dataclass(frozen=True)
class NewEntry:
    """An entry that waits to be appended."""

    table: str
    n: int
    entry: str
    owner: str
    over: bool
    done: "asyncio.Future[None]"


class PostgresStore:
    """A store in the database at `address`, postgresql://…"""

    def __init__(self, address: str) -> None:
        self.address = address
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._waiting: list[NewEntry] = []
        self._writing: asyncio.Task[None] | None = None
        self._name = secrets.token_hex(8)
        """Identifies this process, so that it ignores its own announcements."""

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.address,
                min_size=1,
                max_size=CONNECTIONS,
                command_timeout=10,
                timeout=PATIENCE,
                connection_class=StatelessConnection,
            )
        except LOST as error:
            raise Unavailable(str(error)) from error
        async with self._connection() as connection:
            await migrate(connection)

    async def close(self) -> None:
        if self._writing is not None:
            await self._writing
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    @asynccontextmanager
    async def _connection(
        self,
    ) -> AsyncIterator["asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"]:
        if self._pool is None:
            raise Unavailable("the store is closed")
        try:
            async with self._pool.acquire() as connection:
                yield connection
        except (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError) as error:
            raise Conflict(str(error)) from None
        except LOST as error:
            raise Unavailable(str(error)) from error

    async def secret(self, name: str = "secret") -> bytes:
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                name,
                secrets.token_bytes(32),
            )
            return bytes(
                await connection.fetchval("SELECT value FROM settings WHERE name = $1", name)
            )

    async def renew_secret(self, name: str) -> None:
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO settings (name, value) VALUES ($1, $2)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                name,
                secrets.token_bytes(32),
            )

    async def use_once(self, token: str, now: int, until: int) -> bool:
        async with self._connection() as connection:
            await connection.execute("DELETE FROM used WHERE until < $1", now)
            inserted = await connection.fetchval(
                "INSERT INTO used (token, until) VALUES ($1, $2) ON CONFLICT DO NOTHING"
                " RETURNING token",
                token,
                until,
            )
            return inserted is not None

    async def sign_out(self, owner: str) -> int:
        async with self._connection() as connection:
            return int(
                await connection.fetchval(
                    "INSERT INTO generations (owner, lowest) VALUES ($1, 1) ON CONFLICT (owner)"
                    " DO UPDATE SET lowest = generations.lowest + 1 RETURNING lowest",
                    owner,
                )
            )

    async def generations(self) -> Mapping[str, int]:
        async with self._connection() as connection:
            rows = await connection.fetch("SELECT owner, lowest FROM generations")
            return {row["owner"]: row["lowest"] for row in rows}

    async def create(self, table: str, game: str, plan: str) -> None:
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO tables (id, game, plan) VALUES ($1, $2, $3)", table, game, plan
            )

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(NewEntry(table, n, entry, owner, over, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        while self._waiting:
            # Each (table, n) once: the statement could not tell which of two was inserted.
            together: dict[tuple[str, int], NewEntry] = {}
            later: list[NewEntry] = []
            for each in self._waiting:
                if len(together) == MOST_TOGETHER or (each.table, each.n) in together:
                    later.append(each)
                else:
                    together[each.table, each.n] = each
            self._waiting = later
            failure: Exception | None = None
            inserted: set[tuple[str, int]] = set()
            try:
                inserted = await self._insert(list(together.values()))
            except Exception as error:  # the callers must get it, or they would wait for ever
                failure = error
            for number, each in together.items():
                if each.done.done():  # the caller was cancelled
                    continue
                if number in inserted:
                    each.done.set_result(None)
                elif failure is not None:
                    each.done.set_exception(failure)
                else:
                    each.done.set_exception(Conflict(f"{each.table} {each.n}"))

    async def _insert(self, entries: Sequence[NewEntry]) -> set[tuple[str, int]]:
        """Inserts the entries whose numbers are free; returns their (table, n)."""
        async with self._connection() as connection:
            rows = await connection.fetch(
                APPEND,
                [each.table for each in entries],
                [each.n for each in entries],
                [each.entry for each in entries],
                [each.owner for each in entries],
                [each.over for each in entries],
                CHANNEL,
                self._name,
                day_of(time.time()),
            )
        return {(row["table_id"], row["n"]) for row in rows}

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        async with self._connection() as connection:
            plan = await connection.fetchval("SELECT plan FROM tables WHERE id = $1", table)
            if plan is None:
                return None
            rows = await connection.fetch(
                "SELECT entry FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n", table, after
            )
            return StoredTable(str(plan), [str(row["entry"]) for row in rows])

    async def tables_of(self, owner: str, most: int) -> Sequence[SeatedTable]:
        async with self._connection() as connection:
            rows = await connection.fetch(
                "SELECT id, game, over FROM places JOIN tables ON id = table_id"
                " WHERE owner = $1 ORDER BY over, change DESC LIMIT $2",
                owner,
                most,
            )
            return [SeatedTable(row["id"], row["game"], row["over"]) for row in rows]

    async def unlist(self, table: str, owners: Sequence[str]) -> None:
        async with self._connection() as connection:
            await connection.execute(
                "DELETE FROM places WHERE table_id = $1 AND owner = ANY($2)", table, list(owners)
            )

    async def keep_record(self, name: str, text: str) -> None:
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO records (name, record, looked_day) VALUES ($1, $2, $3)"
                " ON CONFLICT (name) DO UPDATE SET looked_day = excluded.looked_day",
                name,
                text,
                day_of(time.time()),
            )

    async def find_record(self, name: str) -> str | None:
        async with self._connection() as connection:
            found = await connection.fetchrow(
                "SELECT record, looked_day FROM records WHERE name = $1", name
            )
        today = day_of(time.time())
        if found is not None and found["looked_day"] < today:
            with suppress(Unavailable):  # a full disk can still be read
                async with self._connection() as connection:
                    await connection.execute(
                        "UPDATE records SET looked_day = $1 WHERE name = $2", today, name
                    )
        return None if found is None else str(found["record"])

    async def entries_after(self, after: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        async with self._connection() as connection:
            rows = await connection.fetch(
                "SELECT table_id, entry FROM entries"
                " JOIN unnest($1::text[], $2::integer[]) AS known (id, last) ON table_id = id"
                " WHERE n > last ORDER BY n",
                list(after),
                list(after.values()),
            )
        found: dict[str, list[str]] = {}
        for row in rows:
            found.setdefault(row["table_id"], []).append(row["entry"])
        return found

    async def changes(self) -> AsyncIterator[Sequence[str]]:
        """What other processes announce. After a lost connection it listens again."""
        while True:
            announced: asyncio.Queue[str | None] = asyncio.Queue()
            try:
                connection = await self._listen(announced)
            except LOST:
                await asyncio.sleep(RETRY)
                continue
            try:
                yield ()  # announcements from before this connection are lost
                while (message := await announced.get()) is not None:
                    tables = self._tables_in(message)
                    while not announced.empty() and (message := announced.get_nowait()) is not None:
                        tables |= self._tables_in(message)
                    if tables:
                        yield list(tables)
                    if message is None:
                        break
            finally:
                connection.terminate()

    @property
    def analyses(self) -> PostgresAnalyses:
        return PostgresAnalyses(self._connection, self._name)

    @property
    def presence(self) -> PostgresPresence:
        return PostgresPresence(self._connection)

    @property
    def documents(self) -> PostgresDocuments:
        return PostgresDocuments(self._connection)

    @property
    def upkeep(self) -> PostgresUpkeep:
        return PostgresUpkeep(self._connection)

    def _tables_in(self, message: str) -> dict[str, None]:
        name, *tables = message.split(" ")
        return {} if name == self._name else dict.fromkeys(tables)

    async def _listen(
        self, announced: "asyncio.Queue[str | None]"
    ) -> "asyncpg.Connection[asyncpg.Record]":
        """A connection that puts each announcement into the queue, and None when it is lost."""
        connection = await asyncpg.connect(self.address, timeout=PATIENCE)
        connection.add_termination_listener(lambda _connection: announced.put_nowait(None))
        await connection.add_listener(
            CHANNEL, lambda _connection, _pid, _channel, table: announced.put_nowait(str(table))
        )
        return connection


async def migrate(
    connection: "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]",
) -> None:
    """Brings a database to the newest version. A lock lets one process at a time do it."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)")
        version = await connection.fetchval("SELECT coalesce(max(number), 0) FROM version")
        if version > len(MIGRATIONS):
            raise Unavailable(f"the database is of version {version}, newer than this program")
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            await connection.execute(script)
            await connection.execute("INSERT INTO version (number) VALUES ($1)", number)
