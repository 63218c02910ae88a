"""Analyses in a store: claimed by one process, kept once, removed with an import."""

import asyncio
import time
from collections.abc import Callable

import asyncpg

from cubilete.store.base import Cutoff, Store, StoredAnalysis, day_of
from cubilete.store.postgres import PostgresStore

from .conftest import Opener


def test_report_is_kept_once_and_survives_a_restart(open_store: Opener) -> None:
    async def write(store: Store) -> None:
        assert await store.analyses.find("t/a") is None
        assert await store.analyses.claim("t/a")
        assert await store.analyses.progress("t/a", 3, 9)
        await store.analyses.keep("t/a", '{"form":1}')
        await store.analyses.keep("t/a", '{"form":2}')

    async def read(store: Store) -> None:
        found = await store.analyses.find("t/a")
        assert found is not None
        assert (found.report, found.abandoned) == ('{"form":1}', False)
        assert not await store.analyses.claim("t/a")
        await store.analyses.forget("t/a")
        assert await store.analyses.find("t/a") is None

    open_store(write)
    open_store(read)


def test_released_analysis_is_abandoned_and_can_be_claimed_again(open_store: Opener) -> None:
    async def ask(store: Store) -> None:
        assert await store.analyses.claim("r/a")
        await store.analyses.release("r/a")

    async def ask_again(store: Store) -> None:
        assert await store.analyses.find("r/a") == StoredAnalysis("", abandoned=True)
        assert await store.analyses.claim("r/a")

    open_store(ask)
    open_store(ask_again)


def test_analysis_goes_with_its_import_and_stays_with_a_table(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await store.keep_record("old", "{}\n")
        for game in ("r/old", "t/old"):
            await store.analyses.keep(game, "{}")
        today = day_of(time.time())
        for cutoff, left in ((Cutoff(0, today, 0), True), (Cutoff(0, today + 2, 0), False)):
            await store.upkeep.remove(await store.upkeep.unused(cutoff, 9), cutoff)
            assert (await store.analyses.find("r/old") is not None) is left
            assert await store.analyses.find("t/old") is not None

    open_store(work)


def test_processes_of_one_database_do_not_work_on_the_same_game(
    fresh_database: Callable[[], str],
) -> None:
    address = fresh_database()

    async def run() -> None:
        one, two = PostgresStore(address), PostgresStore(address)
        await one.open()
        await two.open()
        try:
            claims = await asyncio.gather(one.analyses.claim("t/a"), two.analyses.claim("t/a"))
            assert sorted(claims) == [False, True]
            owner, other = (one, two) if claims[0] else (two, one)
            assert await owner.analyses.progress("t/a", 2, 8)
            assert not await other.analyses.progress("t/a", 7, 8)
            expected = StoredAnalysis("", abandoned=False, done=2, total=8)
            assert await other.analyses.find("t/a") == expected
            await grow_old(address)  # the owner was killed half a minute ago
            found = await other.analyses.find("t/a")
            assert found is not None
            assert found.abandoned
            assert await other.analyses.claim("t/a")
            assert not await owner.analyses.progress("t/a", 3, 8)
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())


async def grow_old(address: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("UPDATE analyses SET seen = seen - interval '1 minute'")
    await connection.close()
