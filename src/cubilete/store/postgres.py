"""Tables in PostgreSQL, for several processes and machines at once.

The insert of (table, n) is the lock: whoever comes second gets a Conflict and looks again. What
comes while something is being written is written together after it, in one statement. Every
change is announced by NOTIFY, so that the other processes can show it.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

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

KEEP = """
    WITH news AS (
        SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::boolean[])
            AS new (table_id, n, entry, owner, ends)
    ), locked AS (
        SELECT id FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE
    ), kept AS (
        INSERT INTO entries (table_id, n, entry)
            SELECT table_id, n, entry FROM news JOIN locked ON id = table_id
            ON CONFLICT DO NOTHING RETURNING table_id, n
    ), changed AS (
        UPDATE tables SET change = nextval('changes'), over = over OR ends
            FROM (
                SELECT table_id, bool_or(ends) AS ends FROM kept JOIN news USING (table_id, n)
                GROUP BY table_id
            ) AS new WHERE id = table_id
    ), sat AS (
        INSERT INTO places (owner, table_id)
            SELECT owner, table_id FROM kept JOIN news USING (table_id, n) WHERE owner <> ''
            ON CONFLICT DO NOTHING
    ), told AS (
        SELECT pg_notify($6, $7 || ' ' || string_agg(DISTINCT table_id, ' ')) FROM kept
        HAVING count(*) > 0
    )
    SELECT table_id, n FROM kept, told
"""
"""Keeps what can be kept, tells of it, and returns it. All lock tables in the same order, so that
no two processes wait for each other."""

MOST_TOGETHER = 100
"""Entries in one statement: the names of their tables go into one message."""
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


class Plain(asyncpg.Connection):
    """Nothing that we do leaves a trace in a connection: there is nothing to reset."""

    __slots__ = ()

    def get_reset_query(self) -> str:
        return ""


@dataclass(frozen=True)
class Appended:
    """An entry to be kept."""

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
        self._waiting: list[Appended] = []
        self._writing: asyncio.Task[None] | None = None
        self._name = secrets.token_hex(8)
        """Of this process, so that it does not hear of its own changes."""

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.address,
                min_size=1,
                max_size=CONNECTIONS,
                command_timeout=10,
                timeout=PATIENCE,
                connection_class=Plain,
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
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Appended(table, n, entry, owner, over, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        while self._waiting:
            # A number of a table once: who of two was kept could not be told.
            together: dict[tuple[str, int], Appended] = {}
            later: list[Appended] = []
            for each in self._waiting:
                if len(together) == MOST_TOGETHER or (each.table, each.n) in together:
                    later.append(each)
                else:
                    together[each.table, each.n] = each
            self._waiting = later
            failure: Exception | None = None
            kept: set[tuple[str, int]] = set()
            try:
                kept = await self._keep(list(together.values()))
            except Exception as error:  # those who wait are told, whatever it is
                failure = error
            for number, each in together.items():
                if each.done.done():  # nobody waits for it any more
                    continue
                if number in kept:
                    each.done.set_result(None)
                elif failure is not None:
                    each.done.set_exception(failure)
                else:
                    each.done.set_exception(Conflict(f"{each.table} {each.n}"))

    async def _keep(self, entries: Sequence[Appended]) -> set[tuple[str, int]]:
        """Which of them have been kept: not those whose number somebody else has."""
        async with self._connection() as connection:
            rows = await connection.fetch(
                KEEP,
                [each.table for each in entries],
                [each.n for each in entries],
                [each.entry for each in entries],
                [each.owner for each in entries],
                [each.over for each in entries],
                CHANNEL,
                self._name,
            )
        return {(row["table_id"], row["n"]) for row in rows}

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

    async def news(self, after: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
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
        """What other processes announce; after a lost connection, listens again."""
        while True:
            heard: asyncio.Queue[str | None] = asyncio.Queue()
            try:
                connection = await self._listen(heard)
            except LOST:
                await asyncio.sleep(RETRY)
                continue
            try:
                yield ()  # whatever was missed meanwhile
                while (message := await heard.get()) is not None:
                    tables = self._tables_in(message)
                    while not heard.empty() and (message := heard.get_nowait()) is not None:
                        tables |= self._tables_in(message)
                    if tables:
                        yield list(tables)
                    if message is None:
                        break
            finally:
                connection.terminate()

    def _tables_in(self, message: str) -> dict[str, None]:
        name, *tables = message.split(" ")
        return {} if name == self._name else dict.fromkeys(tables)

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
