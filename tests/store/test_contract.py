"""What every store must do, tested on SQLite and on a real PostgreSQL."""

import asyncio
from collections.abc import Callable

import asyncpg
import pytest

from cubilete.store.base import Conflict, Store
from cubilete.store.postgres import PostgresStore
from cubilete.store.postgres_schema import MIGRATIONS

from .conftest import Opener


def test_entries_come_back_in_their_order(open_store: Opener) -> None:
    async def write(store: Store) -> None:
        await store.create("t", "216", "{}")
        for n in range(1, 30):
            await store.append("t", n, f'{{"n":{n}}}')

    async def read(store: Store) -> None:
        stored = await store.load("t")
        assert stored is not None
        assert stored.entries == [f'{{"n":{n}}}' for n in range(1, 30)]
        later = await store.load("t", after=27)
        assert later is not None
        assert later.entries == ['{"n":28}', '{"n":29}']
        assert await store.load("nobody") is None
        assert await store.entries_after({"t": 27, "nobody": 0}) == {"t": ['{"n":28}', '{"n":29}']}
        assert await store.entries_after({"t": 29}) == {}

    open_store(write)
    open_store(read)


def test_one_of_many_concurrent_appends_gets_the_number(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await store.create("t", "216", "{}")
        appends = [store.append("t", 1, str(k)) for k in range(50)]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 49
        stored = await store.load("t")
        assert stored is not None
        assert stored.entries == [str(results.index(None))]

    open_store(work)


def test_entry_of_a_table_that_is_not_there_is_refused(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("nowhere", 1, "{}")
        await store.create("t", "216", "{}")
        with pytest.raises(Conflict):
            await store.create("t", "216", "{}")

    open_store(work)


def test_running_tables_of_a_person_come_first(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        for name in ("a", "b", "c"):
            await store.create(name, "dizzle", "{}")
            await store.append(name, 1, "{}", owner="ana")
        await store.append("b", 2, "{}", over=True)
        tables = await store.tables_of("ana", 10)
        assert [(each.table, each.over) for each in tables][-1] == ("b", True)
        assert len(tables) == 3
        assert len(await store.tables_of("ana", 2)) == 2
        assert await store.tables_of("luis", 10) == []

    open_store(work)


def test_record_is_stored_under_its_name(open_store: Opener) -> None:
    async def write(store: Store) -> None:
        for _ in range(2):
            await store.keep_record("r", '{"format":"ñ"}\n{}\n')

    async def read(store: Store) -> None:
        assert await store.find_record("r") == '{"format":"ñ"}\n{}\n'
        assert await store.find_record("s") is None

    open_store(write)
    open_store(read)


def test_tables_of_a_person_are_ordered_by_their_last_change_not_by_a_clock(
    open_store: Opener,
) -> None:
    """All changes are within one second, and the order survives a restart."""
    names = ["a", "b", "c", "d"]

    async def create(store: Store) -> None:
        for name in names:
            await store.create(name, "dizzle", "{}")
            await store.append(name, 1, "{}", owner="ana")
        assert [each.table for each in await store.tables_of("ana", 10)] == names[::-1]

    async def change(store: Store) -> None:
        for n, name in enumerate(("c", "a", "d", "a"), start=2):
            await store.append(name, n, "{}")
        assert [each.table for each in await store.tables_of("ana", 10)] == ["a", "d", "c", "b"]

    open_store(create)
    open_store(change)


def test_secret_is_made_once(open_store: Opener) -> None:
    found: list[bytes] = []

    async def work(store: Store) -> None:
        found.append(await store.secret())

    open_store(work)
    open_store(work)
    assert found[0] == found[1]
    assert len(found[0]) == 32


def test_secret_is_renewed_alone(open_store: Opener) -> None:
    found: list[tuple[bytes, bytes]] = []

    async def read(store: Store) -> None:
        found.append((await store.secret(), await store.secret("dice")))

    async def renew(store: Store) -> None:
        await store.renew_secret("dice")
        await read(store)

    open_store(read)
    open_store(renew)
    open_store(read)
    assert found[0][0] != found[0][1]
    assert found[0][0] == found[1][0] == found[2][0]
    assert found[0][1] != found[1][1] == found[2][1]


def test_secret_that_is_not_there_can_be_renewed(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await store.renew_secret("dice")
        assert len(await store.secret("dice")) == 32

    open_store(work)


def test_token_is_used_once_by_all_together(open_store: Opener) -> None:
    async def first(store: Store) -> None:
        uses = await asyncio.gather(*(store.use_once("a", 100, 700) for _ in range(20)))
        assert uses.count(True) == 1
        assert await store.use_once("b", 100, 700)

    async def later(store: Store) -> None:
        assert not await store.use_once("a", 700, 700)
        assert not await store.use_once("b", 700, 700)

    open_store(first)
    open_store(later)


def test_used_tokens_are_forgotten_when_they_have_expired(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        assert await store.use_once("a", 100, 700)
        assert await store.use_once("b", 701, 1300)
        assert await store.use_once("a", 702, 1300)

    open_store(work)


def test_signing_out_raises_the_generation_of_one_person(open_store: Opener) -> None:
    async def write(store: Store) -> None:
        assert await store.generations() == {}
        assert [await store.sign_out("ana") for _ in range(3)] == [1, 2, 3]
        assert await store.sign_out("luis") == 1

    async def read(store: Store) -> None:
        assert await store.generations() == {"ana": 3, "luis": 1}

    open_store(write)
    open_store(read)


def test_two_processes_write_to_one_database(fresh_database: Callable[[], str]) -> None:
    address = fresh_database()

    async def run() -> None:
        one, other = PostgresStore(address), PostgresStore(address)
        await asyncio.gather(one.open(), other.open())
        announced = other.changes()
        assert await anext(announced) == ()
        await one.create("t", "216", "{}")
        results = await asyncio.gather(
            *(store.append("t", 1, "{}") for store in (one, other) for _ in range(10)),
            return_exceptions=True,
        )
        assert results.count(None) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 19
        await one.create("u", "216", "{}")
        await other.append("u", 1, "{}")
        await one.append("u", 2, "{}")
        names: list[str] = []
        while "u" not in names:
            names += await anext(announced)
        of_one = results.index(None) < 10  # a process ignores its own announcements
        assert names == (["t", "u"] if of_one else ["u"])
        assert await other.entries_after({"t": 0, "u": 1, "v": 0}) == {"t": ["{}"], "u": ["{}"]}
        await announced.aclose()  # type: ignore[attr-defined]
        await asyncio.gather(one.close(), other.close())

    asyncio.run(run())


def test_processes_that_append_to_the_same_tables_do_not_deadlock(
    fresh_database: Callable[[], str],
) -> None:
    """Each appends to all tables in an order of its own; every number is given once."""
    address = fresh_database()
    tables = [f"t{number}" for number in range(40)]

    async def write(store: PostgresStore, order: list[str]) -> int:
        stored = 0
        for n in range(1, 6):
            appends = [store.append(table, n, store.address) for table in order]
            results = await asyncio.gather(*appends, return_exceptions=True)
            assert all(result is None or isinstance(result, Conflict) for result in results)
            stored += results.count(None)
        return stored

    async def run() -> None:
        stores = [PostgresStore(address) for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))
        for table in tables:
            await stores[0].create(table, "216", "{}")
        orders = [tables, tables[::-1], sorted(tables)]
        counts = await asyncio.gather(*map(write, stores, orders))
        assert sum(counts) == 5 * len(tables)
        found = await stores[0].entries_after(dict.fromkeys(tables, 0))
        assert {table: len(entries) for table, entries in found.items()} == dict.fromkeys(tables, 5)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


def test_database_of_the_first_version_keeps_its_order(fresh_database: Callable[[], str]) -> None:
    """That version ordered tables by a clock, which may have been far ahead."""
    address = fresh_database()

    async def run() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute("CREATE TABLE version (number integer NOT NULL)")
        await connection.execute(MIGRATIONS[0])
        await connection.execute("INSERT INTO version VALUES (1)")
        for name, days in (("old", -1), ("ahead", 9999), ("new", 0)):
            await connection.execute(
                "INSERT INTO tables (id, game, plan, changed)"
                " VALUES ($1, '216', '{}', now() + make_interval(days => $2))",
                name,
                days,
            )
            await connection.execute("INSERT INTO places VALUES ('ana', $1)", name)
        await connection.close()
        store = PostgresStore(address)
        await store.open()
        assert [each.table for each in await store.tables_of("ana", 9)] == ["ahead", "new", "old"]
        await store.append("old", 1, "{}")
        assert [each.table for each in await store.tables_of("ana", 9)] == ["old", "ahead", "new"]
        await store.close()

    asyncio.run(run())
