"""Analyses of a host: in workers, step by step, once for each game, begun anew after a restart."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from cubilete.bots import stepwise
from cubilete.bots.report import analyse, analyst_of
from cubilete.bots.summary import read_summary
from cubilete.core.game import AnyGame
from cubilete.core.parts.policy import Effort
from cubilete.core.record import Record
from cubilete.core.registry import find_game
from cubilete.host.finished.analyses import MOST_OF_ADDRESS, State
from cubilete.host.host import Host
from cubilete.host.thinking import ThinkingHere, Workers
from cubilete.store.sqlite import SqliteStore
from cubilete.study.simulate import Simulation
from cubilete.table.errors import TooOften

from .hosting import eventually, open_host

Q = TypeVar("Q")
A = TypeVar("A")

QUICK = Effort(value=4, decision=8, shortlist=3)


def played(seed: int = 1) -> Record:
    return Simulation(find_game("pa-fuera"), ("random",) * 3, seed).match(1).record()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepwise, "usual_effort", lambda game, events: QUICK)


class Watched(ThinkingHere):
    """Answers when it is let: a question waits until `go` is set."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.go = asyncio.Event()

    async def ask(self, table: str, answer: Callable[[Q], A], question: Q) -> A:
        self.asked.append((table, answer.__name__))
        await self.go.wait()
        return await super().ask(table, answer, question)

    def count(self, name: str) -> int:
        return [each for _, each in self.asked].count(name)


async def state_of(host: Host, game: str) -> State:
    return (await host.analyses.look(game)).state


async def until_done(host: Host, game: str) -> None:
    await eventually(lambda: not host.analyses.tasks)
    assert await state_of(host, game) is State.DONE


def test_report_of_the_host_is_that_of_the_library_and_stays(tmp_path: Path) -> None:
    record = played()

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            assert await state_of(host, "t/x") is State.NONE
            await host.analyses.begin("t/x", record.to_text())
            await until_done(host, "t/x")
            assert await host.analyses.report("t/x") == analyse(record, QUICK)
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            assert await state_of(host, "t/x") is State.DONE
            assert await host.analyses.report("t/x") == analyse(record, QUICK)

    asyncio.run(run())


def test_workers_do_it_step_by_step(tmp_path: Path) -> None:
    """A question of a table is answered between two steps."""
    record = played()

    async def run() -> None:
        workers = Workers(1)
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=workers) as host:
            await host.analyses.begin("t/x", record.to_text())
            seen: set[int] = set()
            while len(seen) < 3:
                seen.add((await host.analyses.look("t/x")).done)
                assert await workers.ask("table", len, "abc") == 3
            progress = await host.analyses.look("t/x")
            assert progress.state is State.RUNNING
            assert 0 < progress.done < progress.total

    asyncio.run(run())


def test_game_is_analysed_once_however_often_somebody_asks(tmp_path: Path) -> None:
    text = played().to_text()

    async def run() -> None:
        thinkers = Watched()
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=thinkers) as host:
            await asyncio.gather(*(host.analyses.begin("t/x", text) for _ in range(5)))
            await host.analyses.begin("t/x", text)
            thinkers.go.set()
            await until_done(host, "t/x")
            await host.analyses.begin("t/x", text)
            await until_done(host, "t/x")
            assert thinkers.count("plan") == thinkers.count("finish") == 1

    asyncio.run(run())


def test_stopped_analysis_is_begun_anew_after_a_restart(tmp_path: Path) -> None:
    record = played()

    async def run() -> None:
        thinkers = Watched()
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=thinkers) as host:
            await host.analyses.begin("r/x", record.to_text())
            await eventually(lambda: thinkers.count("plan") == 1)
            assert await state_of(host, "r/x") is State.RUNNING
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            assert await state_of(host, "r/x") is State.ABANDONED
            await host.analyses.begin("r/x", record.to_text())
            await until_done(host, "r/x")

    asyncio.run(run())


def test_third_analysis_waits_for_its_turn(tmp_path: Path) -> None:
    async def run() -> None:
        thinkers = Watched()
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=thinkers) as host:
            for seed in range(3):
                await host.analyses.begin(f"t/{seed}", played(seed).to_text())
            await eventually(lambda: thinkers.count("plan") == 2)
            states = [await state_of(host, f"t/{seed}") for seed in range(3)]
            assert states == [State.RUNNING, State.RUNNING, State.WAITING]
            thinkers.go.set()
            for seed in range(3):
                await until_done(host, f"t/{seed}")

    asyncio.run(run())


def test_one_address_can_not_take_all_places(tmp_path: Path) -> None:
    text = played().to_text()

    async def run() -> None:
        thinkers = Watched()
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=thinkers) as host:
            for number in range(MOST_OF_ADDRESS):
                await host.analyses.begin(f"t/{number}", text, "10.0.0.1")
            with pytest.raises(TooOften):
                await host.analyses.begin("t/more", text, "10.0.0.1")
            assert await state_of(host, "t/more") is State.NONE
            await host.analyses.begin("t/0", text, "10.0.0.1")  # it is under way: no refusal
            await host.analyses.begin("t/more", text, "10.0.0.2")

    asyncio.run(run())


def test_failure_is_told_and_somebody_may_ask_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(game: AnyGame, events: int) -> Effort:
        raise LookupError("hid" + "den")

    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            with monkeypatch.context() as context:
                context.setattr(stepwise, "usual_effort", broken)
                await host.analyses.begin("t/x", played().to_text())
                await eventually(lambda: not host.analyses.tasks)
            assert await state_of(host, "t/x") is State.FAILED
            await host.analyses.begin("t/x", played().to_text())
            await until_done(host, "t/x")

    asyncio.run(run())
    assert "the analysis of t/x failed" in caplog.text
    assert "hidden" not in caplog.text


def test_report_of_another_form_is_forgotten(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(tmp_path / "s.sqlite")) as host:
            await host.store.analyses.keep("t/x", json.dumps({"form": 0}))
            assert await host.analyses.report("t/x") is None
            assert await state_of(host, "t/x") is State.NONE

    asyncio.run(run())


def test_stored_text_gives_the_same_report_back() -> None:
    record = played()
    planned = stepwise.plan(record.to_text())
    studied = analyst_of(planned.task)
    found = [studied.study(step) for step in studied.steps()]
    text = stepwise.finish(stepwise.Findings(planned.task, found))
    assert read_summary(text) == analyse(record, QUICK)
