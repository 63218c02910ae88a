"""Manners of bots: they give people time to answer, and take no proposal back."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from cubilete.core.registry import find_game
from cubilete.core.rng import Rng
from cubilete.games.pa_fuera.policy import PaFueraPolicy
from cubilete.games.pa_fuera.view import PaFueraView
from cubilete.host.host import Host, Waits
from cubilete.host.live import LiveTable
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes

from .hosting import eventually, open_host, open_table

LONG = 3600.0
PACE = 0.001


class Proposer:
    """Proposes an alliance to a person, and withdraws it as soon as it may act again."""

    def choose(self, view: PaFueraView, rng: Rng) -> str:
        def is_welcome(text: str) -> bool:
            return text.startswith("withdraw") or (text.startswith("propose") and " 0:" in text)

        return next(filter(is_welcome, view.legal), view.legal[0])


class WithProposer(PaFueraPolicy):
    def bots(self) -> Mapping[str, type[Proposer]]:
        return {"random": Proposer}


def events_of(live: LiveTable, seat: int) -> list[str]:
    assert live.table.match is not None
    return [event.text.split(" ")[0] for event in live.table.match.events if event.by == seat]


async def with_proposal(host: Host) -> LiveTable:
    """A table where the bot of seat 2 has asked the person of seat 0 for an alliance."""
    live = await open_table(host, people=2, bots=1, game="pa-fuera", starting=1)
    legal = live.table.state.legal_texts(1)[0]
    await host.change(live, lambda t: changes.move(t, 1, legal, t.last_event(1), "call"))
    await eventually(lambda: "propose" in events_of(live, 2))
    return live


@pytest.fixture
def proposing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_game("pa-fuera"), "policy", WithProposer())


@pytest.mark.usefixtures("proposing")
def test_bot_waits_for_the_answer_of_a_person_whom_it_has_asked(tmp_path: Path) -> None:
    async def run() -> None:
        waits = Waits(courtesy=LONG)
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), PACE, waits=waits) as host:
            live = await with_proposal(host)
            assert live.table.bots_to_act() == [2]
            assert host._bots._ready(live) == []
            decline = next(t for t in live.table.state.legal_texts(0) if t.startswith("decline"))
            await host.change(
                live, lambda t: changes.move(t, 0, decline, t.last_event(0), "decline")
            )
            # The person has answered: the bot goes on, though the time is not over.
            await eventually(lambda: len(events_of(live, 2)) > 1)

    asyncio.run(run())


@pytest.mark.usefixtures("proposing")
def test_bot_goes_on_when_nobody_answers_and_withdraws_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        waits = Waits(courtesy=LONG)
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), PACE, waits=waits) as host:
            live = await with_proposal(host)
            live.timed_at -= LONG
            live.wake()
            await eventually(lambda: len(events_of(live, 2)) > 1)
            assert events_of(live, 2)[-2:] == ["propose", "pass"]

    asyncio.run(run())


@pytest.mark.usefixtures("proposing")
def test_bot_does_not_wait_for_a_person_for_whom_a_bot_plays(tmp_path: Path) -> None:
    async def run() -> None:
        waits = Waits(courtesy=LONG)
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), PACE, waits=waits) as host:
            live = await with_proposal(host)
            await host.change(live, lambda table: changes.stand_in(table, 0, playing=True))
            await eventually(lambda: bool(events_of(live, 0)))
            assert not host._bots._awaits_person(live.table, 2)

    asyncio.run(run())


def test_people_usually_have_fifteen_seconds_to_answer() -> None:
    assert Waits().courtesy == 15.0
