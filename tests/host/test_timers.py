"""Timers: a bot makes a late decision, and a clock pauses while nobody watches."""

import asyncio
import gc
import warnings
from pathlib import Path

import pytest

from cubilete.host import live as live_module
from cubilete.store.sqlite import SqliteStore

from .hosting import eventually, first_legal, open_host, open_table, stored_entries

QUICK = "decision 1"


def test_bot_decides_when_the_time_is_up(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            live = await open_table(host, people=2, clock=QUICK)
            seat = live.table.state.to_act[0]
            await eventually(lambda: live.table.late_seat is not None)
            late = next(each for each in await stored_entries(store, live) if each.get("late"))
            assert late["seat"] == seat
            assert isinstance(late["spent"], float)
            assert late["spent"] >= 1

    asyncio.run(run())


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_timer_that_is_cancelled_before_it_runs_leaves_no_coroutine(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2, clock="decision 30")
            host._timers._expire(live)
            assert live.late_task is not None
            live.late_task.cancel()
            await asyncio.wait([live.late_task])

    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        asyncio.run(run())
        gc.collect()


def test_clock_pauses_while_nobody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            monkeypatch.setattr(live_module, "GONE_AFTER", 0.0)
            live = await open_table(host, people=2, clock=QUICK)
            await eventually(lambda: live.clock_paused)
            assert live.table.late_seat is None
            monkeypatch.setattr(live_module, "GONE_AFTER", 60.0)
            assert await host.find(live.name) is live
            assert not live.clock_paused
            await eventually(lambda: live.table.late_seat is not None)

    asyncio.run(run())


def test_paused_clock_of_an_earlier_decision_gives_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process without viewers pauses its clock while people play by another process."""

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            monkeypatch.setattr(live_module, "GONE_AFTER", 0.0)
            live = await open_table(host, people=2, clock=QUICK)
            await eventually(lambda: live.clock_paused)
            await host.change(live, first_legal)  # as an entry of another process: nobody looked
            begun = live.timed_at
            assert await host.find(live.name) is live
            assert live.timed_at == begun

    asyncio.run(run())


def test_decision_in_time_sets_the_timer_for_the_next(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            live = await open_table(host, people=2, clock="decision 30")
            timer = live.timer
            assert timer is not None
            await host.change(live, first_legal)
            assert timer.cancelled()
            assert live.timer is not None
            assert live.table.late_seat is None
            assert "spent" in (await stored_entries(store, live))[-1]

    asyncio.run(run())
