"""Two hosts on one PostgreSQL, as two processes: a table is the same in both."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.postgres import PostgresStore
from cubilete.table.entry import seconds

from .hosting import eventually, open_host, open_table, say, stored_entries


@asynccontextmanager
async def two_hosts(address: str) -> AsyncIterator[tuple[Host, Host]]:
    async with (
        open_host(PostgresStore(address)) as one,
        open_host(PostgresStore(address)) as other,
    ):
        yield one, other


async def same_table(one: Host, other: Host, clock: str = "") -> tuple[LiveTable, LiveTable]:
    """A table that runs in both hosts."""
    mine = await open_table(one, people=2, clock=clock)
    yours = await other.find(mine.name)
    assert yours is not None
    return mine, yours


def test_change_in_one_host_is_shown_in_the_other(fresh_database: Callable[[], str]) -> None:
    async def run() -> None:
        async with two_hosts(fresh_database()) as (one, other):
            mine, yours = await same_table(one, other)
            stream = yours.revisions(yours.table.revision)
            await one.change(mine, say("hola"))
            while await anext(stream) is None:
                pass
            assert [line.text for line in yours.table.chat] == ["hola"]
            await stream.aclose()

    asyncio.run(run())


def test_concurrent_changes_in_both_hosts_are_all_stored_once(
    fresh_database: Callable[[], str],
) -> None:
    async def run() -> None:
        async with two_hosts(fresh_database()) as (one, other):
            mine, yours = await same_table(one, other)
            lines = [f"line {number}" for number in range(20)]
            for line in lines:
                await asyncio.gather(
                    one.change(mine, say(f"{line} of one")),
                    other.change(yours, say(f"{line} of the other")),
                )
            await eventually(lambda: mine.table.revision == yours.table.revision)
            said = [line.text for line in mine.table.chat]
            assert said == [line.text for line in yours.table.chat]
            assert sorted(said) == sorted(
                f"{line} of {host}" for line in lines for host in ("one", "the other")
            )

    asyncio.run(run())


def test_each_late_decision_is_made_by_one_host_only(fresh_database: Callable[[], str]) -> None:
    async def run() -> None:
        async with two_hosts(fresh_database()) as (one, other):
            mine, yours = await same_table(one, other, clock="decision 1")
            revision = mine.table.revision
            await eventually(lambda: min(mine.table.revision, yours.table.revision) > revision)
            late = (await stored_entries(one.store, mine))[revision:]
            assert all(entry["late"] for entry in late)
            assert all(seconds(entry["spent"]) >= 1 for entry in late)

    asyncio.run(run())
