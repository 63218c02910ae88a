"""Housekeeping: the quota of the disk, and the removal of what nobody needs any more."""

import asyncio
import secrets
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from cubilete.core.registry import find_game
from cubilete.host.finished.records import find_record, store_record
from cubilete.host.host import Host
from cubilete.host.housekeeping import EVENING_DAYS, RECORD_DAYS, TABLE_DAYS, NoRoom, cutoff, tidy
from cubilete.store.base import day_of
from cubilete.store.sqlite import SqliteStore
from cubilete.table.opening import new_plan
from cubilete.table.plan import PERSON, Plan

from .hosting import eventually, first_legal, open_host, open_table, say

DAY = 24 * 3600
RECORD = (
    '{"format":"cubilete-record/1","game":"seis-dados","edition":1,"players":["Ana","Luis"],'
    '"options":{},"material":{}}\n'
)


def plan() -> Plan:
    return new_plan(
        find_game("seis-dados"),
        [PERSON, PERSON],
        table=secrets.token_urlsafe(12),
        secret="ab" * 32,
    )


def test_days_of_grace() -> None:
    before = cutoff(1000 * DAY + 5)
    assert (before.tables, before.records) == (1000 - TABLE_DAYS, 1000 - RECORD_DAYS)
    assert before.evenings == 1000 - EVENING_DAYS
    assert day_of(1000 * DAY - 1) == 999


def test_waiting_tables_go_after_a_week_and_games_stay_for_ever(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            await eventually(lambda: host.housekeeping.size > 0)  # the first look is over
            waiting = (await host.create(plan())).name
            playing = (await open_table(host)).name
            record = await store_record(host, RECORD)
            now = time.time()
            await host.housekeeping.look_after(now + (TABLE_DAYS - 1) * DAY)
            assert await store.load(waiting) is not None
            await host.housekeeping.look_after(now + (TABLE_DAYS + 2) * DAY)
            assert await store.load(waiting) is None
            assert await host.find(waiting) is None
            assert await find_record(store, record) is not None
            await host.housekeeping.look_after(now + (RECORD_DAYS + 2) * DAY)
            assert await find_record(store, record) is None
            live = await host.find(playing)
            assert live is not None
            await host.change(live, first_legal)

    asyncio.run(run())


async def first_look(host: Host) -> None:
    await eventually(lambda: host.housekeeping.size > 0)


def set_old(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE documents SET used_day = 10")


def test_evening_goes_when_nobody_looks_or_plays(tmp_path: Path) -> None:
    """Somebody who looks at it, or plays at one of its tables, keeps it."""

    async def run() -> None:
        file = tmp_path / "s.sqlite"
        async with open_host(SqliteStore(file)) as host:
            await first_look(host)
            name = await host.evenings.open("turn", "ana", "Ana")
            await host.evenings.join(name, "luis", "Luis")
            live = await host.create(replace(plan(), evening=name))
            await host.sit_down(live, 0, "Ana", "ana", "")
        for use in ("look", "play", ""):
            async with open_host(SqliteStore(file)) as host:
                await first_look(host)
                set_old(file)
                if use == "look":
                    assert await host.evenings.find(name) is not None
                if use == "play":
                    again = await host.find(live.name)
                    assert again is not None
                    await host.change(again, say("hola"))
                removed = await tidy(host.store, cutoff(time.time()))
                assert list(removed.evenings) == ([] if use else [name]), use
        async with open_host(SqliteStore(file)) as host:
            assert await host.evenings.find(name) is None
            assert await host.store.documents.owned("ana", "guest", 9) == []

    asyncio.run(run())


def test_many_are_removed_in_several_transactions(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        await store.open()
        await asyncio.gather(*(store.create(f"t{n}", "216", "{}") for n in range(450)))
        removed = await tidy(store, cutoff(time.time() + 30 * DAY))
        assert (len(removed.tables), len(removed.records)) == (450, 0)
        await store.close()

    asyncio.run(run())


def test_tidying_happens_once_a_day(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            await eventually(lambda: host.housekeeping.size > 0)
            name = (await host.create(plan())).name
            later = time.time() + 30 * DAY
            host.housekeeping._tidied_at = later - 3600
            await host.housekeeping.look_after(later)
            assert await store.load(name) is not None
            host.housekeeping._tidied_at = later - DAY
            await host.housekeeping.look_after(later)
            assert await store.load(name) is None

    asyncio.run(run())


def test_full_quota_refuses_new_things_and_lets_games_go_on(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        host = Host(store, 0, quota=10**9)
        await host.open()
        live = await open_table(host)
        await store_record(host, RECORD)
        await host.housekeeping.look_after(time.time())
        host.housekeeping.quota = host.housekeeping.size
        with pytest.raises(NoRoom):
            await host.create(plan())
        with pytest.raises(NoRoom):
            await store_record(host, RECORD)
        await host.change(live, first_legal)
        host.housekeeping.quota = host.housekeeping.size + 1
        await host.create(plan())
        await host.close()

    asyncio.run(run())
