"""What a store counts and removes: tables that never began, and imports that nobody looks at."""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from cubilete.store.base import Conflict, Cutoff, Store, Unused, day_of
from cubilete.store.documents import Document
from cubilete.store.postgres import PostgresStore
from cubilete.store.postgres_schema import MIGRATIONS as POSTGRES_MIGRATIONS
from cubilete.store.sqlite import SqliteStore
from cubilete.store.sqlite_schema import MIGRATIONS as SQLITE_MIGRATIONS

from .conftest import Opener

TODAY = day_of(time.time())
LATER = Cutoff(TODAY + 2, TODAY + 2, TODAY + 2)
"""A cutoff after everything that a test does, also if the day changes meanwhile."""
EARLIER = Cutoff(TODAY, TODAY, TODAY)


async def fill(store: Store) -> None:
    """A table that waits, one with a person, one that began, one that is over; two records."""
    for name in ("waits", "seated", "began", "over"):
        await store.create(name, "dizzle", "{}")
    for name in ("seated", "began", "over"):
        await store.append(name, 1, '{"kind": "sit", "owner": "ana"}', owner="ana")
    for name in ("began", "over"):
        await store.append(name, 2, '{"kind": "start", "falls": []}')
    await store.append("over", 3, '{"kind": "abandon"}', over=True)
    await store.append("seated", 2, '{"kind": "chat", "text": "\\"kind\\": \\"start\\""}')
    for name in ("one", "two"):
        await store.keep_record(name, "{}\n")


def sorted_names(unused: Unused) -> tuple[list[str], list[str]]:
    return sorted(unused.tables), sorted(unused.records)


def test_tables_that_never_began_and_old_imports_are_unused(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await fill(store)
        found = await store.upkeep.unused(LATER, 100)
        assert sorted_names(found) == (["seated", "waits"], ["one", "two"])
        assert sorted_names(await store.upkeep.unused(EARLIER, 100)) == ([], [])
        few = await store.upkeep.unused(LATER, 1)
        assert (len(few.tables), len(few.records)) == (1, 1)

    open_store(work)


def test_removal_leaves_nothing_of_them_and_all_of_the_others(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await fill(store)
        await store.upkeep.remove(await store.upkeep.unused(LATER, 100), LATER)
        assert sorted_names(await store.upkeep.unused(LATER, 100)) == ([], [])
        for name in ("waits", "seated"):
            assert await store.load(name) is None
            with pytest.raises(Conflict):
                await store.append(name, 9, "{}")
        assert await store.find_record("one") is None
        for name, entries in (("began", 2), ("over", 3)):
            stored = await store.load(name)
            assert stored is not None
            assert len(stored.entries) == entries
        assert sorted(each.table for each in await store.tables_of("ana", 9)) == ["began", "over"]
        await store.create("waits", "dizzle", "{}")

    open_store(work)


def test_what_was_used_after_it_was_found_stays(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await fill(store)
        found = Unused(["waits", "seated", "began"], ["one", "two"])
        await store.upkeep.remove(found, EARLIER)
        assert sorted_names(await store.upkeep.unused(LATER, 9)) == (
            ["seated", "waits"],
            ["one", "two"],
        )

    open_store(work)


EVENING = '{"guests": [{"owner": "ana"}, {"owner": "luis"}]}'


def test_evening_goes_with_its_guests_and_other_documents_stay(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        kept = [
            Document("guest", "ana/used", "{}", "ana"),
            Document("material", "old", "{}", "ana"),
            Document("cup", "old", "{}"),
        ]
        guests = [Document("guest", f"{owner}/old", "{}", owner) for owner in ("ana", "luis")]
        for document in (Document("evening", "old", EVENING), *guests, *kept):
            await store.documents.add(document)
        assert (await store.upkeep.unused(EARLIER, 9)).evenings == []
        found = await store.upkeep.unused(LATER, 9)
        assert found.evenings == ["old"]
        await store.upkeep.remove(found, EARLIER)  # it was used meanwhile
        assert await store.documents.find("evening", "old") is not None
        await store.upkeep.remove(found, LATER)
        assert not await store.upkeep.unused(LATER, 9)
        for document in guests:
            assert await store.documents.find("guest", document.key) is None
        for document in kept:
            assert await store.documents.find(document.kind, document.key) == document

    open_store(work)


def test_size_grows_with_what_is_stored(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        before = await store.upkeep.size()
        assert before > 0
        for number in range(40):
            await store.keep_record(f"r{number}", secrets.token_hex(10_000))
        assert await store.upkeep.size() > before + 100_000

    open_store(work)


def test_size_of_a_file_shrinks_with_a_removal(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        await store.open()
        before = await store.upkeep.size()
        for number in range(40):
            await store.keep_record(f"r{number}", "x" * 100_000)
        await store.upkeep.remove(await store.upkeep.unused(LATER, 100), LATER)
        assert await store.upkeep.size() < before + 100_000
        await store.close()

    asyncio.run(run())


def test_records_that_are_looked_at_or_imported_again_are_used(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"

    async def prepare(store: SqliteStore) -> None:
        for name in ("looked-at", "imported", "alone"):
            await store.keep_record(name, "{}\n")

    async def use(store: SqliteStore) -> None:
        assert await store.find_record("looked-at") == "{}\n"
        await store.keep_record("imported", "{}\n")
        assert (await store.upkeep.unused(Cutoff(TODAY, TODAY, TODAY), 9)).records == ["alone"]

    run_with(file, prepare)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE records SET looked_day = 1")
    run_with(file, use)


def run_with(file: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(file)
        await store.open()
        await work(store)
        await store.close()

    asyncio.run(run())


def test_rows_of_a_file_without_days_count_as_used_today(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    with sqlite3.connect(file) as connection:
        for script in SQLITE_MIGRATIONS[:2]:
            connection.executescript(script)
        connection.execute("PRAGMA user_version = 2")
        connection.execute("INSERT INTO tables (id, game, plan) VALUES ('t', '216', '{}')")
        connection.execute("INSERT INTO records (name, record) VALUES ('r', '{}')")

    async def work(store: SqliteStore) -> None:
        assert sorted_names(await store.upkeep.unused(EARLIER, 9)) == ([], [])
        assert sorted_names(await store.upkeep.unused(LATER, 9)) == (["t"], ["r"])

    run_with(file, work)


def test_rows_of_a_database_without_days_count_as_used_today(
    fresh_database: Callable[[], str],
) -> None:
    address = fresh_database()

    async def run() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute("CREATE TABLE version (number integer NOT NULL)")
        for number, script in enumerate(POSTGRES_MIGRATIONS[:3], start=1):
            await connection.execute(script)
            await connection.execute("INSERT INTO version VALUES ($1)", number)
        await connection.execute("INSERT INTO tables (id, game, plan) VALUES ('t', '216', '{}')")
        await connection.execute("INSERT INTO records (name, record) VALUES ('r', '{}')")
        await connection.close()
        store = PostgresStore(address)
        await store.open()
        assert sorted_names(await store.upkeep.unused(EARLIER, 9)) == ([], [])
        assert sorted_names(await store.upkeep.unused(LATER, 9)) == (["t"], ["r"])
        await store.close()

    asyncio.run(run())


def test_rewritten_entry_is_read_and_the_others_stay(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await fill(store)
        await store.upkeep.rewrite("began", 1, '{"kind": "sit", "owner": "eva"}')
        stored = await store.load("began")
        assert stored is not None
        assert stored.entries == [
            '{"kind": "sit", "owner": "eva"}',
            '{"kind": "start", "falls": []}',
        ]

    open_store(work)
