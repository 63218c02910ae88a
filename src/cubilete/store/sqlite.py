"""A store in one SQLite file, for one process: write-ahead log, every commit synced to the disk.

One thread reads and writes. The jobs that arrive while it is busy go into the next transaction
together (group commit), so that many tables share the cost of one sync; a caller gets its result
after the commit. All entries of a transaction are inserted by the same few statements, because each
statement releases the GIL and waits for it again, which under load takes longer than the statement.
"""

import asyncio
import json
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from cubilete.store.base import (
    Conflict,
    SeatedTable,
    StoredTable,
    Unavailable,
    day_of,
)
from cubilete.store.private_files import make_private
from cubilete.store.sqlite_analyses import SqliteAnalyses
from cubilete.store.sqlite_documents import SqliteDocuments
from cubilete.store.sqlite_housekeeping import SqliteUpkeep
from cubilete.store.sqlite_schema import MIGRATIONS

MOST_TOGETHER = 256
"""Jobs in one transaction."""

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], object]


@dataclass(frozen=True)
class NewEntry:
    """An entry to be appended; called, it appends itself alone."""

    table: str
    n: int
    entry: str
    owner: str
    over: bool
    change: int
    """The counter of changes, which orders a person's tables."""

    def __call__(self, connection: sqlite3.Connection) -> None:
        try:
            insert(connection, [self])
        except sqlite3.IntegrityError:
            raise Conflict(f"{self.table} {self.n}") from None


def insert(connection: sqlite3.Connection, entries: Sequence[NewEntry]) -> None:
    """Inserts all entries; raises IntegrityError if a number is taken or a table missing."""
    rows = json.dumps([[each.table, each.n, each.entry] for each in entries])
    connection.execute(
        "INSERT INTO entries (table_id, n, entry)"
        " SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
        (rows,),
    )
    updates = {each.table: [each.change, False] for each in entries}
    for each in entries:
        if each.over:
            updates[each.table][1] = True
    connection.execute(
        "UPDATE tables SET changed = latest.value ->> 0, over = tables.over OR latest.value ->> 1,"
        " changed_day = ? FROM json_each(?) AS latest WHERE tables.id = latest.key",
        (day_of(time.time()), json.dumps(updates)),
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
    """Work for the thread, and the future of its result in the event loop."""

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


class OwnPresence:
    """Stores nothing: the only process knows it already."""

    async def note(self, ages: Mapping[str, Mapping[str, float]]) -> None: ...

    async def read(self, tables: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        return {}


class SqliteStore:
    """A store in a file, or in memory with the path ":memory:" for tests."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._changes = 0
        """A counter of all changes: it orders the tables, because a clock may jump."""

    # --- The thread ---

    async def open(self) -> None:
        connection = await asyncio.to_thread(self._connect)
        self._thread = threading.Thread(target=self._run, args=(connection,), name="store")
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        try:
            if self.path != ":memory:":
                make_private(Path(self.path))
            connection = sqlite3.connect(
                self.path, timeout=5, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            migrate(connection)
            (last,) = connection.execute("SELECT max(changed) FROM tables").fetchone()
            self._changes = last or 0
        except (sqlite3.Error, OSError) as error:
            raise Unavailable(str(error)) from error
        return connection

    async def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)

    def _run(self, connection: sqlite3.Connection) -> None:
        """Does jobs until it gets None."""
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
                self._commit(connection, jobs)
        connection.close()

    def _commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> None:
        """Does all jobs in one transaction; one that fails is rolled back alone."""
        results: list[tuple[object, Exception | None]]
        try:
            entries = [job.work for job in jobs if isinstance(job.work, NewEntry)]
            if len(entries) == len(jobs) and self._insert_all(connection, entries):
                results = [(None, None)] * len(jobs)
            else:
                connection.execute("BEGIN IMMEDIATE")
                results = [self._try(connection, job.work) for job in jobs]
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # SQLite may have rolled back already
                connection.execute("ROLLBACK")
            results = [(None, Unavailable(str(error)))] * len(jobs)
        # All callers are in one event loop: one wake-up serves all of them.
        jobs[0].done.get_loop().call_soon_threadsafe(finish_all, jobs, results)

    @staticmethod
    def _insert_all(connection: sqlite3.Connection, entries: Sequence[NewEntry]) -> bool:
        """Commits all entries; False, and none of them, if one is in conflict."""
        connection.execute("BEGIN IMMEDIATE")
        try:
            insert(connection, entries)
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
            raise  # the file is at fault: roll back all jobs
        except Exception as error:  # an error of this job: its caller gets it
            connection.execute("ROLLBACK TO job")
            failure = error
        connection.execute("RELEASE job")
        return result, failure

    async def _do(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        if self._thread is None:
            raise Unavailable("the store is closed")
        job = Job(work, asyncio.get_running_loop().create_future())
        self._jobs.put(job)
        return cast(Result, await job.done)

    def _next_change(self) -> int:
        self._changes += 1
        return self._changes

    # --- The interface of a store ---

    async def secret(self, name: str = "secret") -> bytes:
        fresh = secrets.token_bytes(32)

        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute(
                "INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)", (name, fresh)
            )
            found = connection.execute("SELECT value FROM settings WHERE name = ?", (name,))
            return bytes(found.fetchone()[0])

        return await self._do(work)

    async def renew_secret(self, name: str) -> None:
        fresh = secrets.token_bytes(32)

        def work(connection: sqlite3.Connection) -> object:
            connection.execute(
                "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, fresh)
            )
            return None

        await self._do(work)

    async def use_once(self, token: str, now: int, until: int) -> bool:
        def work(connection: sqlite3.Connection) -> object:
            connection.execute("DELETE FROM used WHERE until < ?", (now,))
            inserted = connection.execute(
                "INSERT OR IGNORE INTO used (token, until) VALUES (?, ?)", (token, until)
            )
            return inserted.rowcount == 1

        return await self._do(work) is True

    async def sign_out(self, owner: str) -> int:
        def work(connection: sqlite3.Connection) -> object:
            raised = connection.execute(
                "INSERT INTO generations (owner, lowest) VALUES (?, 1)"
                " ON CONFLICT (owner) DO UPDATE SET lowest = lowest + 1 RETURNING lowest",
                (owner,),
            )
            return raised.fetchone()[0]

        lowest = await self._do(work)
        assert isinstance(lowest, int)
        return lowest

    async def generations(self) -> Mapping[str, int]:
        def work(connection: sqlite3.Connection) -> object:
            return dict(connection.execute("SELECT owner, lowest FROM generations"))

        found = await self._do(work)
        assert isinstance(found, dict)
        return found

    async def create(self, table: str, game: str, plan: str) -> None:
        change = self._next_change()

        def work(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(
                    "INSERT INTO tables (id, game, plan, changed, changed_day)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (table, game, plan, change, day_of(time.time())),
                )
            except sqlite3.IntegrityError:
                raise Conflict(table) from None

        await self._do(work)

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        await self._do(NewEntry(table, n, entry, owner, over, self._next_change()))

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        def work(connection: sqlite3.Connection) -> StoredTable | None:
            row = connection.execute("SELECT plan FROM tables WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            entries = connection.execute(
                "SELECT entry FROM entries WHERE table_id = ? AND n > ? ORDER BY n", (table, after)
            )
            return StoredTable(row[0], [entry for (entry,) in entries])

        return await self._do(work)

    async def tables_of(self, owner: str, most: int) -> Sequence[SeatedTable]:
        def work(connection: sqlite3.Connection) -> list[SeatedTable]:
            rows = connection.execute(
                "SELECT id, game, over FROM places JOIN tables ON id = table_id"
                " WHERE owner = ? ORDER BY over, changed DESC, id LIMIT ?",
                (owner, most),
            )
            return [SeatedTable(table, game, bool(over)) for table, game, over in rows]

        return await self._do(work)

    async def unlist(self, table: str, owners: Sequence[str]) -> None:
        rows = [(owner, table) for owner in owners]

        def work(connection: sqlite3.Connection) -> object:
            connection.executemany("DELETE FROM places WHERE owner = ? AND table_id = ?", rows)
            return None

        await self._do(work)

    async def keep_record(self, name: str, text: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO records (name, record, looked_day) VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET looked_day = excluded.looked_day",
                (name, text, day_of(time.time())),
            )

        await self._do(work)

    async def find_record(self, name: str) -> str | None:
        def read(connection: sqlite3.Connection) -> tuple[str, int] | None:
            found: tuple[str, int] | None = connection.execute(
                "SELECT record, looked_day FROM records WHERE name = ?", (name,)
            ).fetchone()
            return found

        def note(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE records SET looked_day = ? WHERE name = ?", (today, name))

        found, today = await self._do(read), day_of(time.time())
        if found is not None and found[1] < today:
            with suppress(Unavailable):  # a full disk can still be read
                await self._do(note)
        return None if found is None else found[0]

    async def entries_after(self, after: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        found: dict[str, Sequence[str]] = {}
        for table, last in after.items():
            stored = await self.load(table, last)
            if stored is not None and stored.entries:
                found[table] = stored.entries
        return found

    async def changes(self) -> AsyncIterator[Sequence[str]]:
        """Yields nothing and never ends: no other process writes entries to the file."""
        await asyncio.Event().wait()
        yield ()

    @property
    def analyses(self) -> SqliteAnalyses:
        return SqliteAnalyses(self._do)

    @property
    def presence(self) -> OwnPresence:
        return OwnPresence()

    @property
    def documents(self) -> SqliteDocuments:
        return SqliteDocuments(self._do)

    @property
    def upkeep(self) -> SqliteUpkeep:
        return SqliteUpkeep(self._do)


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a file to the newest version; refuses a file of a newer program."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise Unavailable(f"the file is of version {version}, newer than {len(MIGRATIONS)}")
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")
