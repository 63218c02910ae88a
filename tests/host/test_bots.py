"""Bots of live tables: they play by themselves, and an error of one stops its table only."""

import asyncio
from pathlib import Path

import pytest

from cubilete.core.parts.policy import Policy, RandomBot
from cubilete.core.rng import Rng
from cubilete.core.view import View
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes

from .hosting import eventually, first_legal, open_host, open_table, say


def test_bots_play_whenever_it_is_their_turn(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=1, bots=1)
            for number in range(5):
                await eventually(lambda: bool(live.table.people_to_act()))
                await host.change(live, lambda table: first_legal(table, f"k{number}"))  # noqa: B023
            await eventually(lambda: bool(live.table.people_to_act()))
            assert live.table.match is not None
            assert {event.by for event in live.table.match.events} >= {0, 1}

    asyncio.run(run())


def test_bot_plays_for_an_absent_person(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2)
            seat = live.table.state.to_act[0]
            await host.change(live, lambda table: changes.stand_in(table, seat, playing=True))
            await eventually(lambda: live.table.people_to_act() == [1 - seat])

    asyncio.run(run())


class BrokenBot(RandomBot):
    """A bot that raises at its first move."""

    broken = True

    def choose(self, view: View, rng: Rng) -> str:
        if BrokenBot.broken:
            raise ZeroDivisionError
        return super().choose(view, rng)


class BrokenPolicy(Policy[View]):
    def bots(self) -> dict[str, type[BrokenBot]]:
        return {"random": BrokenBot}


def test_error_of_a_bot_is_logged_and_it_plays_again_at_the_next_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=1, bots=1)
            game = live.table.game
            monkeypatch.setattr(game, "policy", BrokenPolicy())
            await eventually(lambda: bool(live.table.people_to_act() or caplog.records))
            number = 0
            while not caplog.records:
                number += 1
                if live.table.people_to_act():
                    await host.change(live, lambda table: first_legal(table, f"k{number}"))  # noqa: B023
                await asyncio.sleep(0.01)
            assert live.name in caplog.text
            assert "ZeroDivisionError" in caplog.text
            assert live.table.bots_to_act()
            monkeypatch.setattr(BrokenBot, "broken", False)
            await host.change(live, say("go on"))
            await eventually(lambda: bool(live.table.people_to_act()))

    asyncio.run(run())
