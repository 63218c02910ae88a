"""Tables over days: time counts while no server runs, and nobody is late without being noticed."""

import asyncio
from pathlib import Path
from time import time

import pytest

from cubilete.host import deadlines, live
from cubilete.host.deadlines import KIND, SLOT
from cubilete.host.seating import answer_end, ask_end
from cubilete.store.sqlite import SqliteStore
from cubilete.table.clock import DAY

from .hosting import eventually, first_legal, open_host, open_table, stored_entries

DAILY = f"decision {DAY}"


def set_time(monkeypatch: pytest.MonkeyPatch, later: float) -> None:
    """The calendar shows so many seconds more."""
    for module in (live, deadlines):
        monkeypatch.setattr(module, "time", lambda: time() + later)


def test_bot_decides_for_a_person_whose_day_was_over_while_no_server_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            table = await open_table(host, people=2, clock=DAILY)
            await host.change(table, first_legal)
            seat = table.table.people_to_act()[0]
        set_time(monkeypatch, 2 * DAY)
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:  # nobody opens the table
            await eventually(lambda: bool(host.tables))
            (woken,) = host.tables.values()
            await eventually(lambda: woken.table.late_seat == seat)
            late = (await stored_entries(store, woken))[-1]
            assert late["late"] is True
            assert isinstance(late["spent"], float)
            assert late["spent"] >= 2 * DAY - 1

    asyncio.run(run())


def test_time_that_is_left_survives_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            name = (await open_table(host, people=2, clock=DAILY)).name
        set_time(monkeypatch, DAY // 2)
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            assert not host.tables
            found = await host.find(name)
            assert found is not None
            assert found.table.clock is not None
            (seat,) = found.table.people_to_act()
            left = found.table.clock.remaining(seat, found.elapsed)
            assert DAY // 2 - 60 < left <= DAY // 2 + 1
            assert found.timer is not None

    asyncio.run(run())


def test_table_is_not_woken_before_its_deadline_and_stored_once_a_slot(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            table = await open_table(host, people=2, clock=DAILY)
            for _ in range(4):
                await host.change(table, first_legal)
            stored = await store.documents.beginning(KIND, "", 100)
            assert 1 <= len(stored) <= 2  # two, where a slot has ended meanwhile
            host.tables.clear()
            await host.deadlines.look(time() + DAY - SLOT)
            assert not host.tables
            await host.deadlines.look(time() + DAY + 2 * SLOT)
            assert list(host.tables) == [table.name]
            (still,) = await store.documents.beginning(KIND, "", 100)
            assert still.key > stored[-1].key  # it is not late by the calendar: another look

    asyncio.run(run())


def test_deadline_of_a_table_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            table = await open_table(host, people=2, clock=DAILY)
            await host.change(table, lambda now: {"kind": "abandon", "seat": 0, "over": True})
            await host.deadlines.look(time() + DAY + 2 * SLOT)
            assert await store.documents.beginning(KIND, "", 100) == []

    asyncio.run(run())


def test_nobody_is_absent_over_days_and_everybody_decides_about_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            table = await open_table(host, people=2, clock=DAILY)
            table.signs.last.clear()
            table.signs.since -= 3600
            assert host.presence.absent(table) == ()
            await ask_end(host, table, 0)
            assert not table.table.over
            assert table.end_timer is None
            await answer_end(host, table, 1, agrees=True)
            assert table.table.over

    asyncio.run(run())


def test_clock_over_days_does_not_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            monkeypatch.setattr(live, "GONE_AFTER", 0.0)
            table = await open_table(host, people=2, clock=DAILY)
            set_time(monkeypatch, DAY + 1)
            await host.deadlines.look(time() + DAY + 2 * SLOT)
            await eventually(lambda: table.table.late_seat is not None)
            assert not table.clock_paused

    asyncio.run(run())
