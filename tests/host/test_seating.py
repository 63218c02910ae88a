"""Leaving, ending a game for all, and talking: what depends on time and on who is present."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from cubilete.host import seating
from cubilete.host.host import Waits
from cubilete.host.seating import CHAT_BURST, CHAT_EVERY
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import SqliteStore
from cubilete.table.errors import NotYours, TooOften

from .hosting import eventually, open_host, open_table, stored_entries

QUICK = Waits(objection=0.2)


# --- Ending ---


def test_game_ends_after_a_while_without_objection(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store, waits=QUICK) as host:
            live = await open_table(host, people=3)
            await seating.ask_end(host, live, 1)
            assert live.table.playing
            await eventually(lambda: live.table.over)
            last = (await stored_entries(store, live))[-1]
            assert isinstance(last.pop("at"), int)
            assert last == {"kind": "abandon", "seat": 1, "over": True}

    asyncio.run(run())


def test_objection_stops_the_timer(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            await seating.ask_end(host, live, 1)
            timer = live.end_timer
            assert timer is not None
            await seating.answer_end(host, live, 0, False)
            assert timer.cancelled()
            assert live.end_timer is None

    asyncio.run(run())


def test_moves_do_not_prolong_the_wait(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            await seating.ask_end(host, live, 1)
            assert live.end_timer is not None
            due = live.end_timer.when()
            await seating.say(host, live, 0, "wait")
            assert live.end_timer is not None
            assert abs(live.end_timer.when() - due) < 1

    asyncio.run(run())


def test_wait_begins_anew_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        path = tmp_path / "s.sqlite"
        async with open_host(SqliteStore(path)) as host:
            live = await open_table(host, people=2)
            await seating.ask_end(host, live, 1)
        async with open_host(SqliteStore(path), waits=QUICK) as host:
            again = await host.find(live.name)
            assert again is not None
            assert again.table.end_question is not None
            await eventually(lambda: again.table.over)

    asyncio.run(run())


def test_people_who_are_away_or_have_left_are_not_asked(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), pace=60) as host:
            live = await open_table(host, people=3)
            host.presence.grace = 0.0
            with host.presence.stream(live, "owner0"), host.presence.stream(live, "owner1"):
                await seating.leave(host, live, 1)
                await seating.ask_end(host, live, 0)
                assert live.table.over

    asyncio.run(run())


def test_one_of_two_processes_ends_the_game(fresh_database: Callable[[], str]) -> None:
    async def run() -> None:
        address = fresh_database()
        async with (
            open_host(PostgresStore(address), waits=QUICK) as one,
            open_host(PostgresStore(address), waits=QUICK) as other,
        ):
            mine = await open_table(one, people=2)
            yours = await other.find(mine.name)
            assert yours is not None
            await seating.ask_end(one, mine, 0)
            await eventually(lambda: mine.table.over and yours.table.over)
            stored = await stored_entries(one.store, mine)
            assert [entry["kind"] for entry in stored].count("abandon") == 1

    asyncio.run(run())


# --- Leaving ---


def test_table_is_listed_for_those_who_have_not_left(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        async with open_host(store, pace=60) as host:
            live = await open_table(host, people=2)
            await seating.leave(host, live, 1)
            assert await store.tables_of("owner1", 9) == []
            assert len(await store.tables_of("owner0", 9)) == 1
            await seating.come_back(host, live, "owner1", 1)
            assert len(await store.tables_of("owner1", 9)) == 1

    asyncio.run(run())


def test_bot_plays_on_for_a_person_who_has_left(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            for seat in (0, 1):
                await seating.leave(host, live, seat)
            await eventually(lambda: live.table.over)
            with pytest.raises(NotYours):
                await seating.say(host, live, 1, "bye")

    asyncio.run(run())


# --- Talking ---


def test_seat_talks_again_after_a_while(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            live.said[0] = 0.4, monotonic()
            with pytest.raises(TooOften) as caught:
                await seating.say(host, live, 0, "hola")
            assert 0 < caught.value.wait <= CHAT_EVERY
            await seating.say(host, live, 1, "hola")
            live.said[0] = 0.4, monotonic() - CHAT_EVERY
            await seating.say(host, live, 0, "hola")
            assert len(live.table.chat) == 2

    asyncio.run(run())


def test_lines_that_are_sent_at_once_are_limited_too(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            results = await asyncio.gather(
                *(seating.say(host, live, 0, f"line {number}") for number in range(154)),
                return_exceptions=True,
            )
            assert results.count(None) == CHAT_BURST == len(live.table.chat)

    asyncio.run(run())
