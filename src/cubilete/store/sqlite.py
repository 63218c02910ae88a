"""Tables in one SQLite file: write-ahead log, every commit synchronised with the disk.

One thread writes. Whatever has come in while it was busy goes into the next transaction
together, so that many tables share the cost of one synchronisation, and nobody is told that
an entry is kept before it is. All entries of a transaction go in by the same few statements: a
statement lets go of the interpreter and has to wait for it again, which under load takes longer
than the statement itself.
"""

import asyncio
import json
import queue
import secrets
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cubilete.store.base import Conflict, Kept, Place, Unavailable

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        plan TEXT NOT NULL,
        over INTEGER NOT NULL DEFAULT 0,
        changed INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (table_id, n)
    ) WITHOUT ROWID;
    CREATE TABLE places (
        owner TEXT NOT NULL,
        table_id TEXT NOT NULL REFERENCES tables (id),
        PRIMARY KEY (owner, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """,
    "CREATE TABLE records (name TEXT PRIMARY KEY, record TEXT NOT NULL);",
)
"""What leads from each version of the file to the next; only ever added to."""

MOST_TOGETHER = 256

Work = Callable[[sqlite3.Connection], object]


@dataclass(frozen=True)
class Appended:
    """An entry to be kept."""

    table: str
    n: int
    entry: str
    owner: str
    over: bool
    change: int
    """Its place among all changes."""

    def __call__(self, connection: sqlite3.Connection) -> None:
        try:
            keep(connection, [self])
        except sqlite3.IntegrityError:
            raise Conflict(f"{self.table} {self.n}") from None


def keep(connection: sqlite3.Connection, entries: Sequence[Appended]) -> None:
    """Keeps all of them, or raises IntegrityError."""
    rows = json.dumps([[each.table, each.n, each.entry] for each in entries])
    connection.execute(
        "INSERT INTO entries (table_id, n, entry)"
        " SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
        (rows,),
    )
    news = {each.table: [each.change, False] for each in entries}
    for each in entries:
        if each.over:
            news[each.table][1] = True
    connection.execute(
        "UPDATE tables SET changed = news.value ->> 0, over = tables.over OR news.value ->> 1"
        " FROM json_each(?) AS news WHERE tables.id = news.key",
        (json.dumps(news),),
    )
    owners = [[each.owner, each.table] for each in entries if each.owner]
    if owners:
        connection.execute(
            "INSERT OR IGNORE INTO places (owner, table_id)"
            " SELECT value ->> 0, value ->> 1 FROM json_each(?)",
            (json.dumps(owners),),
        )


@dataclass
class Job:
    work: Work
    done: "asyncio.Future[object]"

    def finish(self, result: object, error: Exception | None) -> None:
        if self.done.cancelled():
            return
        if error is not None:
            self.done.set_exception(error)
        else:
            self.done.set_result(result)


def finish_all(jobs: Sequence[Job], results: Sequence[tuple[object, Exception | None]]) -> None:
    for job, (result, failure) in zip(jobs, results, strict=True):
        job.finish(result, failure)


class SqliteStore:
    """A store in a file, or in memory with the path ":memory:" for tests."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._changes = 0
        """How often anything has changed: what orders the tables, as a clock may jump."""

    # --- The writing thread ---

    async def open(self) -> None:
        connection = await asyncio.to_thread(self._connect)
        self._thread = threading.Thread(target=self._write, args=(connection,), name="store")
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path, timeout=5, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            migrate(connection)
            (last,) = connection.execute("SELECT max(changed) FROM tables").fetchone()
            self._changes = last or 0
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error
        return connection

    async def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)

    def _write(self, connection: sqlite3.Connection) -> None:
        running = True
        while running:
            jobs: list[Job] = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST_TOGETHER or self._jobs.empty():
                    break
                job = self._jobs.get()
            running = job is not None
            if jobs:
                self._write_together(connection, jobs)
        connection.close()

    def _write_together(self, connection: sqlite3.Connection, jobs: list[Job]) -> None:
        """One transaction for all; a job that fails takes back only what it did itself."""
        results: list[tuple[object, Exception | None]]
        try:
            entries = [job.work for job in jobs if isinstance(job.work, Appended)]
            if len(entries) == len(jobs) and self._keep_all(connection, entries):
                results = [(None, None)] * len(jobs)
            else:
                connection.execute("BEGIN IMMEDIATE")
                results = [self._try(connection, job.work) for job in jobs]
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # what can't be rolled back has been already
                connection.execute("ROLLBACK")
            results = [(None, Unavailable(str(error)))] * len(jobs)
        # All who wait are in one loop, that of the server.
        jobs[0].done.get_loop().call_soon_threadsafe(finish_all, jobs, results)

    @staticmethod
    def _keep_all(connection: sqlite3.Connection, entries: Sequence[Appended]) -> bool:
        """Keeps all entries at once; False, and none kept, if one of them is in conflict."""
        connection.execute("BEGIN IMMEDIATE")
        try:
            keep(connection, entries)
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK")
            return False
        connection.execute("COMMIT")
        return True

    @staticmethod
    def _try(connection: sqlite3.Connection, work: Work) -> tuple[object, Exception | None]:
        connection.execute("SAVEPOINT job")
        result: object = None
        failure: Exception | None = None
        try:
            result = work(connection)
        except sqlite3.Error:
            raise  # the file is at fault: nobody's work is kept
        except Exception as error:  # whoever asked for the work is told
            connection.execute("ROLLBACK TO job")
            failure = error
        connection.execute("RELEASE job")
        return result, failure

    async def _do(self, work: Work) -> object:
        if self._thread is None:
            raise Unavailable("the store is closed")
        job = Job(work, asyncio.get_running_loop().create_future())
        self._jobs.put(job)
        return await job.done

    def _next_change(self) -> int:
        self._changes += 1
        return self._changes

    # --- What a store does ---

    async def secret(self) -> bytes:
        fresh = secrets.token_bytes(32)

        def work(connection: sqlite3.Connection) -> object:
            connection.execute(
                "INSERT OR IGNORE INTO settings (name, value) VALUES ('secret', ?)", (fresh,)
            )
            row = connection.execute("SELECT value FROM settings WHERE name = 'secret'").fetchone()
            return bytes(row[0])

        found = await self._do(work)
        assert isinstance(found, bytes)
        return found

    async def create(self, table: str, game: str, plan: str) -> None:
        change = self._next_change()

        def work(connection: sqlite3.Connection) -> object:
            try:
                connection.execute(
                    "INSERT INTO tables (id, game, plan, changed) VALUES (?, ?, ?, ?)",
                    (table, game, plan, change),
                )
            except sqlite3.IntegrityError:
                raise Conflict(table) from None
            return None

        await self._do(work)

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        await self._do(Appended(table, n, entry, owner, over, self._next_change()))

    async def load(self, table: str, after: int = 0) -> Kept | None:
        def work(connection: sqlite3.Connection) -> object:
            row = connection.execute("SELECT plan FROM tables WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            entries = connection.execute(
                "SELECT entry FROM entries WHERE table_id = ? AND n > ? ORDER BY n", (table, after)
            )
            return Kept(row[0], [entry for (entry,) in entries])

        found = await self._do(work)
        assert found is None or isinstance(found, Kept)
        return found

    async def places(self, owner: str, most: int) -> Sequence[Place]:
        def work(connection: sqlite3.Connection) -> object:
            rows = connection.execute(
                "SELECT id, game, over FROM places JOIN tables ON id = table_id"
                " WHERE owner = ? ORDER BY over, changed DESC, id LIMIT ?",
                (owner, most),
            )
            return [Place(table, game, bool(over)) for table, game, over in rows]

        found = await self._do(work)
        assert isinstance(found, list)
        return found

    async def keep_record(self, name: str, text: str) -> None:
        def work(connection: sqlite3.Connection) -> object:
            connection.execute(
                "INSERT OR IGNORE INTO records (name, record) VALUES (?, ?)", (name, text)
            )
            return None

        await self._do(work)

    async def find_record(self, name: str) -> str | None:
        def work(connection: sqlite3.Connection) -> object:
            found = connection.execute("SELECT record FROM records WHERE name = ?", (name,))
            row = found.fetchone()
            return None if row is None else str(row[0])

        text = await self._do(work)
        assert text is None or isinstance(text, str)
        return text

    async def news(self, after: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        found: dict[str, Sequence[str]] = {}
        for table, last in after.items():
            kept = await self.load(table, last)
            if kept is not None and kept.entries:
                found[table] = kept.entries
        return found

    async def changes(self) -> AsyncIterator[Sequence[str]]:
        """No other process writes to the file: there is nothing to wait for."""
        await asyncio.Event().wait()
        yield ()


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a file to the newest form; a file from the future is refused."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise Unavailable(f"the file is of version {version}, newer than {len(MIGRATIONS)}")
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")
