"""The quota of the disk counts what was stored since the store was last measured."""

import asyncio
from pathlib import Path

import pytest

from cubilete import Match, find_game
from cubilete.host.host import Host
from cubilete.host.housekeeping import NoRoom
from cubilete.host.records import store_record
from cubilete.store.sqlite import SqliteStore

from .hosting import eventually, open_table


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
