"""What every store must do, tried on both: a file, and a real PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from cubilete.store.base import Conflict, Store
from cubilete.store.postgres import MIGRATIONS, PostgresStore
from cubilete.store.sqlite import SqliteStore

Opener = Callable[[Callable[[Store], Awaitable[None]]], None]


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(
    request: pytest.FixtureRequest, tmp_path: Path, fresh_database: Callable[[], str]
) -> Opener:
    """Opens the same store for a piece of work, as often as it is called."""
    address = fresh_database() if request.param == "postgres" else ""

    def opener(work: Callable[[Store], Awaitable[None]]) -> None:
        async def run() -> None:
            store: Store = PostgresStore(address) if address else SqliteStore(tmp_path / "s.sqlite")
            await store.open()
            try:
                await work(store)
            finally:
                await store.close()

        asyncio.run(run())

    return opener


def test_entries_come_back_in_their_order(open_store: Opener) -> None:
    async def write(store: Store) -> None:
        await store.create("t", "216", "{}")
        for n in range(1, 30):
            await store.append("t", n, f'{{"n":{n}}}')

    async def read(store: Store) -> None:
        kept = await store.load("t")
        assert kept is not None
        assert kept.entries == [f'{{"n":{n}}}' for n in range(1, 30)]
        later = await store.load("t", after=27)
        assert later is not None
        assert later.entries == ['{"n":28}', '{"n":29}']
        assert await store.load("nobody") is None
        assert await store.news({"t": 27, "nobody": 0}) == {"t": ['{"n":28}', '{"n":29}']}
        assert await store.news({"t": 29}) == {}

    open_store(write)
    open_store(read)


def test_number_is_given_once_however_many_ask(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await store.create("t", "216", "{}")
        wishes = [store.append("t", 1, str(k)) for k in range(50)]
        results = await asyncio.gather(*wishes, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 49
        kept = await store.load("t")
        assert kept is not None
        assert kept.entries == [str(results.index(None))]

    open_store(work)


def test_entry_of_a_table_that_is_not_there_is_refused(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("nowhere", 1, "{}")
        await store.create("t", "216", "{}")
        with pytest.raises(Conflict):
            await store.create("t", "216", "{}")

    open_store(work)


def test_places_of_a_person_the_open_ones_first(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        for name in ("a", "b", "c"):
            await store.create(name, "dizzle", "{}")
            await store.append(name, 1, "{}", owner="ana")
        await store.append("b", 2, "{}", over=True)
        places = await store.places("ana", 10)
        assert [(place.table, place.over) for place in places][-1] == ("b", True)
        assert len(places) == 3
        assert len(await store.places("ana", 2)) == 2
        assert await store.places("luis", 10) == []

    open_store(work)


def test_record_is_kept_under_its_name(open_store: Opener) -> None:
    async def write(store: Store) -> None:
        for _ in range(2):
            await store.keep_record("r", '{"format":"ñ"}\n{}\n')

    async def read(store: Store) -> None:
        assert await store.find_record("r") == '{"format":"ñ"}\n{}\n'
        assert await store.find_record("s") is None

    open_store(write)
    open_store(read)


def test_places_are_ordered_by_what_changed_last_not_by_a_clock(open_store: Opener) -> None:
    """All within one second, and over a restart."""
    names = ["a", "b", "c", "d"]

    async def create(store: Store) -> None:
        for name in names:
            await store.create(name, "dizzle", "{}")
            await store.append(name, 1, "{}", owner="ana")
        assert [place.table for place in await store.places("ana", 10)] == names[::-1]

    async def change(store: Store) -> None:
        for n, name in enumerate(("c", "a", "d", "a"), start=2):
            await store.append(name, n, "{}")
        assert [place.table for place in await store.places("ana", 10)] == ["a", "d", "c", "b"]

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


def test_two_programs_write_to_one_database(fresh_database: Callable[[], str]) -> None:
    address = fresh_database()

    async def run() -> None:
        one, other = PostgresStore(address), PostgresStore(address)
        await asyncio.gather(one.open(), other.open())
        heard = other.changes()
        assert await anext(heard) == ()
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
            names += await anext(heard)
        of_one = results.index(None) < 10  # what is its own it does not hear of
        assert names == (["t", "u"] if of_one else ["u"])
        assert await other.news({"t": 0, "u": 1, "v": 0}) == {"t": ["{}"], "u": ["{}"]}
        await heard.aclose()  # type: ignore[attr-defined]
        await asyncio.gather(one.close(), other.close())

    asyncio.run(run())


def test_programs_that_write_much_at_once_don_t_wait_for_each_other(
    fresh_database: Callable[[], str],
) -> None:
    """Each has all tables in hand, in another order; every number is given once."""
    address = fresh_database()
    tables = [f"t{number}" for number in range(40)]

    async def write(store: PostgresStore, order: list[str]) -> int:
        kept = 0
        for n in range(1, 6):
            wishes = [store.append(table, n, store.address) for table in order]
            results = await asyncio.gather(*wishes, return_exceptions=True)
            assert all(result is None or isinstance(result, Conflict) for result in results)
            kept += results.count(None)
        return kept

    async def run() -> None:
        stores = [PostgresStore(address) for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))
        for table in tables:
            await stores[0].create(table, "216", "{}")
        orders = [tables, tables[::-1], sorted(tables)]
        counts = await asyncio.gather(*map(write, stores, orders))
        assert sum(counts) == 5 * len(tables)
        news = await stores[0].news(dict.fromkeys(tables, 0))
        assert {table: len(entries) for table, entries in news.items()} == dict.fromkeys(tables, 5)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


def test_database_of_the_first_version_keeps_its_order(fresh_database: Callable[[], str]) -> None:
    """It was ordered by a clock, which may have been far ahead."""
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
        assert [place.table for place in await store.places("ana", 9)] == ["ahead", "new", "old"]
        await store.append("old", 1, "{}")
        assert [place.table for place in await store.places("ana", 9)] == ["old", "ahead", "new"]
        await store.close()

    asyncio.run(run())
