"""Bots of live tables: they play by themselves, and no error stops a table."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from cubilete.core.parts.policy import Policy, RandomBot
from cubilete.core.rng import Rng
from cubilete.core.view import View
from cubilete.host import bots as bots_module
from cubilete.host import live as live_module
from cubilete.host import timers as timers_module
from cubilete.host.live import FORGOTTEN_AFTER
from cubilete.host.thinking import A, Q, Question, ThinkingHere
from cubilete.store.base import Conflict
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes

from .hosting import eventually, first_legal, open_host, open_table


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


SECRET = "the other cup holds 6 6 6"


class Raising(RandomBot):
    """A bot that raises, with hidden information in the message."""

    def choose(self, view: View, rng: Rng) -> str:
        try:
            raise ZeroDivisionError(SECRET)
        except ZeroDivisionError as error:
            raise LookupError(SECRET) from error


class Illegal(RandomBot):
    """A bot that answers a text that is not legal."""

    def choose(self, view: View, rng: Rng) -> str:
        return SECRET


class Textless(RandomBot):
    """A bot that answers something that is no text."""

    def choose(self, view: View, rng: Rng) -> str:
        return 6  # type: ignore[return-value]


class Missing(Policy[Any, View]):
    """A policy that no longer has the bot of the table."""

    def bots(self) -> dict[str, type[RandomBot]]:
        return {"another": RandomBot}


def policy_of(bot: type[RandomBot]) -> Policy[Any, View]:
    class Broken(Policy[Any, View]):
        def bots(self) -> dict[str, type[RandomBot]]:
            return {"random": bot}

    return Broken()


FAILURES = pytest.mark.parametrize(
    ("policy", "error"),
    [
        (policy_of(Raising), "LookupError"),
        (policy_of(Illegal), "IllegalAction"),
        (policy_of(Textless), "TypeError"),
        (Missing(), "BadOption"),
    ],
)


def check_log(caplog: pytest.LogCaptureFixture, name: str, seat: int, error: str) -> None:
    """The log tells where it happened and nothing that is hidden."""
    logged = caplog.records[0].getMessage()
    assert f"seat {seat} at table {name} (seis-dados)" in logged
    assert "revision" in logged
    assert error in logged
    assert "Traceback" in logged or 'File "' in logged
    assert SECRET not in caplog.text


@FAILURES
def test_random_decision_replaces_that_of_a_bot_that_fails(
    policy: Policy[Any, View],
    error: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=1, bots=1)
            monkeypatch.setattr(live.table.game, "policy", policy)
            monkeypatch.setattr(live.table.game.rules, "all_open", False)  # then it has no levels
            for number in range(5):
                await eventually(lambda: bool(live.table.people_to_act()))
                await host.change(live, lambda table: first_legal(table, f"k{number}"))  # noqa: B023
            await eventually(lambda: bool(live.table.people_to_act()))
            assert live.table.match is not None
            assert {event.by for event in live.table.match.events} >= {0, 1}
            check_log(caplog, live.name, 1, error)
            assert ("ZeroDivisionError" in caplog.text) == (error == "LookupError")

    asyncio.run(run())


@FAILURES
def test_random_decision_replaces_that_of_a_bot_that_fails_for_a_late_person(
    policy: Policy[Any, View],
    error: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2, clock="decision 1")
            monkeypatch.setattr(live.table.game, "policy", policy)
            monkeypatch.setattr(live.table.game.rules, "all_open", False)  # then it has no levels
            seat = live.table.state.to_act[0]
            await eventually(lambda: live.table.late_seat is not None)
            check_log(caplog, live.name, seat, error)

    asyncio.run(run())


class Overtaking(ThinkingHere):
    """While the bot of seat 1 is asked, another process plays for seat 2."""

    def __init__(self) -> None:
        self.asked: list[View] = []
        self.overtake: Callable[[], Awaitable[None]] | None = None
        self.overtaken = 0

    async def ask(self, table: str, answer: Callable[[Q], A], question: Q) -> A:
        assert isinstance(question, Question)
        self.asked.append(question.view)
        if self.overtake is not None and question.view.seat == 1 and 2 in question.view.to_act:
            await self.overtake()
            self.overtaken += 1
        return await super().ask(table, answer, question)


def test_bot_is_not_asked_for_a_seat_that_has_decided_meanwhile(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thinkers = Overtaking()

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=thinkers) as host:
            live = await open_table(host, people=1, bots=2, game="twenty-one", bot="normal")

            async def overtake() -> None:
                await host.change(live, lambda table: changes.random_move(table, 2, Rng(1), "k2"))

            thinkers.overtake = overtake
            for number in range(6):
                await eventually(lambda: bool(live.table.people_to_act()))
                await host.change(live, lambda table: first_legal(table, f"k{number}"))  # noqa: B023
                await eventually(lambda: not live.table.bots_to_act())

    asyncio.run(run())
    assert thinkers.overtaken
    assert all(view.seat in view.to_act for view in thinkers.asked)
    assert "failed" not in caplog.text


class Overtaken(SqliteStore):
    """A store where other processes are faster with all moves, until it is told otherwise."""

    overtaken = True

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        if self.overtaken and '"kind": "move"' in entry:
            raise Conflict(table)
        await super().append(table, n, entry, owner=owner, over=over)


def test_bots_try_again_after_conflicts(tmp_path: Path) -> None:
    async def run() -> None:
        store = Overtaken(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            live = await open_table(host, people=1, bots=1, starting=1)
            assert live.table.bots_to_act()
            await eventually(lambda: live.settle_task is not None)
            store.overtaken = False
            await eventually(lambda: bool(live.table.people_to_act()))
            assert not live.in_doubt

    asyncio.run(run())


def test_late_decision_is_tried_again_after_conflicts(tmp_path: Path) -> None:
    async def run() -> None:
        store = Overtaken(tmp_path / "s.sqlite")
        async with open_host(store) as host:
            live = await open_table(host, people=2, clock="decision 1")
            await eventually(lambda: live.settle_task is not None)
            store.overtaken = False
            await eventually(lambda: live.table.late_seat is not None)

    asyncio.run(run())


class Faults:
    """Makes `RandomBot.choose` raise while it is `on`: then nobody can decide."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on = True
        choose = RandomBot.choose

        def fail_or_choose(bot: RandomBot, view: View, rng: Rng) -> str:
            if self.on:
                raise ZeroDivisionError(SECRET)
            return choose(bot, view, rng)

        monkeypatch.setattr(RandomBot, "choose", fail_or_choose)


def test_bots_go_on_after_an_unexpected_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots_module, "RETRY_AFTER_FAULT", 0.0)
    faults = Faults(monkeypatch)

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=1, bots=1, starting=1)
            await eventually(lambda: f"the bots of table {live.name} can't go on" in caplog.text)
            faults.on = False
            await eventually(lambda: bool(live.table.people_to_act()))
            assert "ZeroDivisionError" in caplog.text
            assert SECRET not in caplog.text

    asyncio.run(run())


def test_late_decision_is_tried_again_after_an_unexpected_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timers_module, "RETRY_AFTER_FAULT", 0.0)
    faults = Faults(monkeypatch)

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=2, clock="decision 1")
            await eventually(lambda: f"a timer of table {live.name} failed" in caplog.text)
            faults.on = False
            await eventually(lambda: live.table.late_seat is not None)
            assert SECRET not in caplog.text

    asyncio.run(run())


def test_bots_that_stopped_go_on_when_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an error they stop only while nobody watches; such a table can be forgotten."""
    monkeypatch.setattr(live_module, "GONE_AFTER", 0.0)
    faults = Faults(monkeypatch)

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=1, bots=1, starting=1)
            await eventually(lambda: live.bots_task is not None and live.bots_task.done())
            assert live.is_forgotten(monotonic() + FORGOTTEN_AFTER + 1)
            faults.on = False
            assert await host.find(live.name) is live
            await eventually(lambda: bool(live.table.people_to_act()))

    asyncio.run(run())


def test_bots_go_on_after_a_restart_when_somebody_looks(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), pace=600) as host:
            name = (await open_table(host, people=1, bots=1, starting=1)).name
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            live = await host.find(name)
            assert live is not None
            await eventually(lambda: bool(live.table.people_to_act()))

    asyncio.run(run())


def test_closed_host_leaves_no_task(tmp_path: Path) -> None:
    """Also where a change was cancelled that was being stored."""

    class Slow(SqliteStore):
        async def append(
            self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
        ) -> None:
            if '"kind": "move"' in entry:
                await asyncio.sleep(600)
            await super().append(table, n, entry, owner=owner, over=over)

    async def run() -> None:
        before = asyncio.all_tasks()
        async with open_host(Slow(tmp_path / "s.sqlite")) as host:
            live = await open_table(host, people=1, bots=1, starting=1)
            await eventually(lambda: live.in_doubt)
        assert asyncio.all_tasks() == before

    asyncio.run(run())
