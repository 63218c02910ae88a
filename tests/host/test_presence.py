"""Presence: streams and requests count, for a while, in all processes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

import asyncpg
import pytest

from cubilete.host.host import Host, Waits
from cubilete.host.live import LiveTable
from cubilete.host.presence import REPORT, UNINFORMED
from cubilete.host.seating import come_back, let_bot_play
from cubilete.store.base import Unavailable
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import OwnPresence, SqliteStore
from cubilete.table.errors import NotYours

from .hosting import open_host, open_table

GRACE = Waits().absence


class Clock:
    """The time of hosts and of their database, which a test can advance."""

    def __init__(self, *hosts: Host) -> None:
        self.time = monotonic()
        self.hosts = hosts
        for host in hosts:
            host.presence.now = self.now

    def now(self) -> float:
        return self.time

    async def advance(self, seconds: float) -> None:
        """Advances, with the reports that are due meanwhile."""
        while seconds > 0:
            step = min(seconds, REPORT)
            self.time += step
            seconds -= step
            if isinstance(self.hosts[0].store, PostgresStore):
                await age_signs(self.hosts[0].store.address, step)
            for host in self.hosts:
                await host.presence.exchange()
        for host in self.hosts:
            for live in host.tables.values():
                host.presence.publish(live)


async def age_signs(address: str, seconds: float) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(f"UPDATE presence SET seen = seen - interval '{seconds} s'")
    await connection.close()


def test_nobody_is_absent_soon_after_the_table_was_loaded(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2, bots=1)
            del host.tables[live.name]
            again = await host.find(live.name)
            assert again is not None
            clock = Clock(host)
            await clock.advance(GRACE - 10)
            assert host.presence.absent(again) == ()
            await clock.advance(20)
            assert host.presence.absent(again) == (0, 1)

    asyncio.run(run())


def test_open_stream_counts_and_its_end_does_for_a_while(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2, bots=1)
            clock = Clock(host)
            with host.presence.stream(live, "owner0"):
                with host.presence.stream(live, "owner0"):
                    await clock.advance(5 * GRACE)
                    assert list(live.away) == [1]
                assert host.presence.absent(live) == (1,)
                await clock.advance(5 * GRACE)
                assert host.presence.absent(live) == (1,)
            await clock.advance(GRACE - 10)
            assert host.presence.absent(live) == (1,)
            await clock.advance(20)
            assert host.presence.absent(live) == (0, 1)
            assert not live.signs.streams

    asyncio.run(run())


def test_request_counts_for_a_while(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            clock = Clock(host)
            await clock.advance(GRACE + 10)
            assert list(live.away) == [0, 1]
            host.presence.note(live, "owner1")
            assert list(live.away) == [0]  # a person who is back is shown at once
            await clock.advance(GRACE - 10)
            assert list(live.away) == [0]
            await clock.advance(20)
            assert list(live.away) == [0, 1]

    asyncio.run(run())


def test_spectators_are_not_noted(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=1, bots=1)
            for owner in ("", "somebody"):
                host.presence.note(live, owner)
                with host.presence.stream(live, owner):
                    pass
            assert set(live.signs.last) == {"owner0"}
            assert not live.signs.streams

    asyncio.run(run())


def test_viewers_are_woken_when_the_set_of_absent_seats_changes(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            clock = Clock(host)
            revisions = live.revisions(live.table.revision)
            waiting = asyncio.ensure_future(anext(revisions))
            await asyncio.sleep(0)
            host.presence.publish(live)
            await asyncio.sleep(0)
            assert not waiting.done()
            await clock.advance(GRACE + 10)
            assert await waiting is None
            await revisions.aclose()

    asyncio.run(run())


def test_bot_plays_for_somebody_absent_only(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), pace=60) as host:
            live = await open_table(host, people=3)
            clock = Clock(host)
            with host.presence.stream(live, "owner1"):
                await clock.advance(GRACE + 10)
                with pytest.raises(NotYours):
                    await let_bot_play(host, live, "owner0", 1)
                await let_bot_play(host, live, "owner0", 2)
            assert [seat.stand_in for seat in live.table.seats] == [False, False, True]
            with pytest.raises(NotYours):
                await come_back(host, live, "owner0", 2)
            await come_back(host, live, "owner2", 2)
            assert not live.table.seats[2].stand_in

    asyncio.run(run())


def test_own_seat_can_be_given_to_a_bot_and_taken_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), pace=60) as host:
            live = await open_table(host, people=2)
            await let_bot_play(host, live, "owner0", 0)
            assert live.table.seats[0].stand_in
            await come_back(host, live, "owner0", 0)
            assert not live.table.seats[0].stand_in

    asyncio.run(run())


# --- Several processes ---


@asynccontextmanager
async def same_table(address: str) -> AsyncIterator[tuple[Host, Host, LiveTable, LiveTable]]:
    async with (
        open_host(PostgresStore(address), pace=60) as one,
        open_host(PostgresStore(address), pace=60) as other,
    ):
        mine = await open_table(one, people=2)
        yours = await other.find(mine.name)
        assert yours is not None
        yield one, other, mine, yours


def test_stream_in_another_process_counts(fresh_database: Callable[[], str]) -> None:
    async def run() -> None:
        async with same_table(fresh_database()) as (one, other, mine, yours):
            clock = Clock(one, other)
            with one.presence.stream(mine, "owner0"):
                await clock.advance(3 * GRACE)
                assert other.presence.absent(yours) == (1,)
                with pytest.raises(NotYours):
                    await let_bot_play(other, yours, "owner1", 0)

    asyncio.run(run())


def test_request_in_another_process_counts_for_a_while(
    fresh_database: Callable[[], str],
) -> None:
    async def run() -> None:
        async with same_table(fresh_database()) as (one, other, mine, yours):
            clock = Clock(one, other)
            await clock.advance(GRACE + 10)
            assert other.presence.absent(yours) == (0, 1)
            one.presence.note(mine, "owner0")
            await one.presence.exchange()
            await other.presence.refresh(yours)
            assert other.presence.absent(yours) == (1,)
            assert list(yours.away) == [1]
            await clock.advance(GRACE - 10)
            assert list(yours.away) == [1]
            await clock.advance(20)
            assert list(yours.away) == [0, 1]

    asyncio.run(run())


def test_nobody_is_absent_while_other_processes_can_not_be_asked(tmp_path: Path) -> None:
    class Nothing(OwnPresence):
        async def read(self, tables: object) -> dict[str, dict[str, float]]:
            raise Unavailable("gone")

    class Unreachable(SqliteStore):
        @property
        def presence(self) -> Nothing:
            return Nothing()

    async def run() -> None:
        async with open_host(Unreachable(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            clock = Clock(host)
            await clock.advance(GRACE + UNINFORMED)
            assert host.presence.absent(live) == ()

    asyncio.run(run())


def test_signs_are_written_together_and_old_ones_are_forgotten(
    fresh_database: Callable[[], str],
) -> None:
    async def run() -> None:
        store = PostgresStore(fresh_database())
        await store.open()
        try:
            await store.presence.note({"t": {"a": 1.0, "b": 40.0}, "u": {"a": 3.0}, "v": {"a": 0}})
            await store.presence.note({"t": {"a": 9.0, "b": 20.0}})  # an older sign of a
            found = await store.presence.read(["t", "u", "nowhere"])
            assert {table: set(ages) for table, ages in found.items()} == {
                "t": {"a", "b"},
                "u": {"a"},
            }
            assert 1 <= found["t"]["a"] < 9
            assert 20 <= found["t"]["b"] < 40
            await store.presence.note({"w": {"a": 3600.0}})
            assert await store.presence.read(["w"]) == {}
        finally:
            await store.close()

    asyncio.run(run())
