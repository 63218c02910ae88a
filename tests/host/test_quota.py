"""The quota of the disk counts what was stored since the store was last measured."""

import asyncio
from pathlib import Path

import pytest

from cubilete import Match, find_game
from cubilete.host.finished.records import store_record
from cubilete.host.host import Host
from cubilete.host.housekeeping import NoRoom
from cubilete.host.seating import say
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.errors import TooLate

from .hosting import eventually, first_legal, open_host, open_table


def record_of(name: str) -> str:
    return Match(find_game("dizzle"), [name]).record().to_text()


def test_flood_between_two_measurements_is_refused(tmp_path: Path) -> None:
    async def flood() -> None:
        host = Host(SqliteStore(tmp_path / "s.sqlite"), 0, quota=10**9)
        await host.open()
        try:
            await eventually(lambda: host.housekeeping.size > 0)  # measured; the next is far away
            text = record_of("P0")
            host.housekeeping.quota = host.housekeeping.size + 3 * len(text)
            for number in range(3):
                await store_record(host, record_of(f"P{number}"))
            with pytest.raises(NoRoom):
                await store_record(host, record_of("P3"))
            host.housekeeping.quota = host.housekeeping.size + 1
            await open_table(host)
            with pytest.raises(NoRoom):
                await open_table(host)
        finally:
            await host.close()

    asyncio.run(flood())


def test_full_store_takes_no_more_talk(tmp_path: Path) -> None:
    """Talk is the longest that people can write without end; moves go on."""

    async def run() -> None:
        host = Host(SqliteStore(tmp_path / "s.sqlite"), 0, quota=10**9)
        await host.open()
        try:
            live = await open_table(host)
            await say(host, live, 0, "hello")
            await eventually(lambda: host.housekeeping.size > 0)
            host.housekeeping.quota = host.housekeeping.size
            with pytest.raises(NoRoom):
                await say(host, live, 0, "more")
            await host.change(live, first_legal)
        finally:
            await host.close()

    asyncio.run(run())


def test_table_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no end of its own is refused at some length; the game goes on to its end."""

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host)
            monkeypatch.setattr(changes, "MOST_ENTRIES", live.table.revision)
            for make_entry in (
                lambda table: changes.chat(table, 0, "hello"),
                lambda table: changes.hand_over(table, 0),
                lambda table: changes.stand_in(table, 0, playing=True),
            ):
                with pytest.raises(TooLate, match="full of messages"):
                    await host.change(live, make_entry)
            while not live.table.over:
                await host.change(live, first_legal)

    asyncio.run(run())
