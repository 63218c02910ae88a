"""Tables in PostgreSQL, for several processes and machines at once.

The insert of (table, n) is the lock: whoever comes second gets a Conflict and looks again. Every
change is announced by NOTIFY, so that all processes can show it.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg

from cubilete.store.base import Conflict, Kept, Place, Unavailable

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id text PRIMARY KEY,
        game text NOT NULL,
        plan text NOT NULL,
        over boolean NOT NULL DEFAULT false,
        changed timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE entries (
        table_id text NOT NULL REFERENCES tables (id),
        n integer NOT NULL,
        entry text NOT NULL,
        PRIMARY KEY (table_id, n)
    );
    CREATE TABLE places (
        owner text NOT NULL,
        table_id text NOT NULL REFERENCES tables (id),
        PRIMARY KEY (owner, table_id)
    );
    CREATE TABLE settings (name text PRIMARY KEY, value bytea NOT NULL);
    """,
    "CREATE TABLE records (name text PRIMARY KEY, record text NOT NULL);",
    # What orders the tables is a count of the changes: a clock may jump.
    """
    CREATE SEQUENCE changes;
    ALTER TABLE tables ADD COLUMN change bigint NOT NULL DEFAULT 0;
    UPDATE tables SET change = nextval('changes')
        FROM (SELECT id AS old FROM tables ORDER BY changed) AS ordered WHERE id = old;
    ALTER TABLE tables DROP COLUMN changed;
    ALTER TABLE tables ALTER COLUMN change SET DEFAULT nextval('changes');
    """,
)
"""What leads from each version of the database to the next; only ever added to."""

CHANNEL = "cubilete"
MIGRATION_LOCK = 216_21_6
CONNECTIONS = 8
RETRY = 1.0
"""Seconds after which a lost listener tries again."""
PATIENCE = 5.0
"""Seconds within which the database must answer who connects."""
LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""What asyncpg raises when the database has gone away; the last one if it goes while a statement
is being prepared."""


class PostgresStore:
    """A store in the database at `address`, postgresql://…"""

    def __init__(self, address: str) -> None:
        self.address = address
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.address, min_size=1, max_size=CONNECTIONS, command_timeout=10, timeout=PATIENCE
            )
        except LOST as error:
            raise Unavailable(str(error)) from error
        async with self._connection() as connection:
            await migrate(connection)

    async def close(self) -> None:
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

    async def secret(self) -> bytes:
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO settings (name, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING",
                secrets.token_bytes(32),
            )
            return bytes(
                await connection.fetchval("SELECT value FROM settings WHERE name = 'secret'")
            )

    async def create(self, table: str, game: str, plan: str) -> None:
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO tables (id, game, plan) VALUES ($1, $2, $3)", table, game, plan
            )

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        async with self._connection() as connection, connection.transaction():
            await connection.execute(
                "INSERT INTO entries (table_id, n, entry) VALUES ($1, $2, $3)", table, n, entry
            )
            await connection.execute(
                "UPDATE tables SET change = nextval('changes'), over = over OR $2 WHERE id = $1",
                table,
                over,
            )
            if owner:
                await connection.execute(
                    "INSERT INTO places (owner, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    owner,
                    table,
                )
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, table)

    async def load(self, table: str, after: int = 0) -> Kept | None:
        async with self._connection() as connection:
            plan = await connection.fetchval("SELECT plan FROM tables WHERE id = $1", table)
            if plan is None:
                return None
            rows = await connection.fetch(
                "SELECT entry FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n", table, after
            )
            return Kept(str(plan), [str(row["entry"]) for row in rows])

    async def places(self, owner: str, most: int) -> Sequence[Place]:
        async with self._connection() as connection:
            rows = await connection.fetch(
                "SELECT id, game, over FROM places JOIN tables ON id = table_id"
                " WHERE owner = $1 ORDER BY over, change DESC LIMIT $2",
                owner,
                most,
            )
            return [Place(row["id"], row["game"], row["over"]) for row in rows]

    async def keep_record(self, name: str, text: str) -> None:
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO records (name, record) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                name,
                text,
            )

    async def find_record(self, name: str) -> str | None:
        async with self._connection() as connection:
            text = await connection.fetchval("SELECT record FROM records WHERE name = $1", name)
            return None if text is None else str(text)

    async def changes(self) -> AsyncIterator[str]:
        """What any process announces; after a lost connection, listens again."""
        while True:
            heard: asyncio.Queue[str | None] = asyncio.Queue()
            try:
                connection = await self._listen(heard)
            except LOST:
                await asyncio.sleep(RETRY)
                continue
            try:
                yield ""  # whatever was missed meanwhile
                while (table := await heard.get()) is not None:
                    yield table
            finally:
                connection.terminate()

    async def _listen(
        self, heard: "asyncio.Queue[str | None]"
    ) -> "asyncpg.Connection[asyncpg.Record]":
        """A connection that puts what it hears into the queue; None when it is lost."""
        connection = await asyncpg.connect(self.address, timeout=PATIENCE)
        connection.add_termination_listener(lambda _connection: heard.put_nowait(None))
        await connection.add_listener(
            CHANNEL, lambda _connection, _pid, _channel, table: heard.put_nowait(str(table))
        )
        return connection


async def migrate(
    connection: "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]",
) -> None:
    """Brings a database to the newest form; one process at a time."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)")
        version = await connection.fetchval("SELECT coalesce(max(number), 0) FROM version")
        if version > len(MIGRATIONS):
            raise Unavailable(f"the database is of version {version}, newer than this program")
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            await connection.execute(script)
            await connection.execute("INSERT INTO version (number) VALUES ($1)", number)
