"""Worker processes: fair between tables, replaced when they die, cancelled in time."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import monotonic

import pytest
from pig import GAME as PIG
from pig import HOLD

from cubilete import Match
from cubilete.bots.positions import open_events
from cubilete.host import bots as bots_module
from cubilete.host import live as live_module
from cubilete.host import thinking
from cubilete.host import timers as timers_module
from cubilete.host.live import LiveTable
from cubilete.host.thinking import Question, ThinkingHere, Workers
from cubilete.store.sqlite import SqliteStore

from .hosting import eventually, first_legal, open_host, open_table


def process_of(_question: object) -> int:
    return os.getpid()


def wait_for(file: Path) -> str:
    """Keeps a worker busy until the file is there."""
    while not file.exists():
        pass
    return file.name


def die_once(file: Path) -> str:
    """Kills its process, unless the file is there already."""
    if not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"


def die(_question: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(_question: object) -> None:
    raise LookupError("no answer")


def run_with(count: int, play: Callable[[Workers], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        workers = Workers(count)
        try:
            await play(workers)
        finally:
            await workers.close()

    asyncio.run(run())


def test_questions_are_answered_in_another_process() -> None:
    async def play(workers: Workers) -> None:
        assert await workers.ask("t", process_of, None) != os.getpid()
        with pytest.raises(LookupError):
            await workers.ask("t", fail, None)
        assert await workers.ask("t", process_of, None) != os.getpid()

    run_with(1, play)


def test_tables_take_turns(tmp_path: Path) -> None:
    """The second table is served after one question of the first, though that asked three."""

    async def play(workers: Workers) -> None:
        done: list[str] = []

        async def ask(table: str, file: str) -> None:
            done.append(await workers.ask(table, wait_for, tmp_path / file))

        names = ["busy", "one-1", "one-2", "one-3", "two-1"]
        tasks = []
        for name in names:
            tasks.append(asyncio.create_task(ask(name[:3], name)))
            await asyncio.sleep(0)  # each asks before the next
        for name in names:
            (tmp_path / name).touch()
        await asyncio.gather(*tasks)
        assert done == ["busy", "one-1", "two-1", "one-2", "one-3"]

    run_with(1, play)


def test_cancelled_question_is_never_sent(tmp_path: Path) -> None:
    async def play(workers: Workers) -> None:
        busy = asyncio.create_task(workers.ask("a", wait_for, tmp_path / "go"))
        await asyncio.sleep(0)
        unwanted = asyncio.create_task(workers.ask("b", die_once, tmp_path / "sent"))
        await asyncio.sleep(0)
        unwanted.cancel()
        (tmp_path / "go").touch()
        assert await busy == "go"
        assert await workers.ask("c", process_of, None)
        assert not (tmp_path / "sent").exists()

    run_with(1, play)


def test_worker_is_free_again_after_its_question_was_cancelled(tmp_path: Path) -> None:
    async def play(workers: Workers) -> None:
        unwanted = asyncio.create_task(workers.ask("a", wait_for, tmp_path / "go"))
        await asyncio.sleep(0)
        unwanted.cancel()
        (tmp_path / "go").touch()
        assert await workers.ask("b", process_of, None)

    run_with(1, play)


def test_question_is_asked_again_when_its_worker_dies(tmp_path: Path) -> None:
    async def play(workers: Workers) -> None:
        assert await workers.ask("t", die_once, tmp_path / "died") == "survived"
        assert await workers.ask("t", process_of, None)

    run_with(2, play)


def test_question_that_kills_every_worker_fails_and_leaves_new_workers() -> None:
    async def play(workers: Workers) -> None:
        with pytest.raises(BrokenProcessPool):
            await workers.ask("t", die, None)
        assert await workers.ask("t", process_of, None)

    run_with(1, play)


def test_thinking_here_answers_in_this_process() -> None:
    assert asyncio.run(ThinkingHere().ask("t", process_of, None)) == os.getpid()


def test_bot_of_an_open_game_without_a_policy_is_asked_with_its_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Holding wins the game; without the events the bot would be in the first position."""
    monkeypatch.setattr(thinking, "find_game", lambda slug: PIG)
    match = Match(PIG, ["a", "b"])
    while min(match.state.scores()) < 96 or match.state.turn() < 0:
        if match.state.turn() < 0:
            match.apply(-1, 6)
        else:
            match.apply(match.state.to_act[0], HOLD)
    seat = match.state.to_act[0]
    question = Question("pig", match.setup, match.view(seat), "expert", 7, open_events(match))
    assert thinking.choose(question) == "hold"
    assert thinking.waits(question) is False


@pytest.mark.parametrize("game", ["pa-fuera", "twenty-one"])
def test_table_goes_on_with_killed_workers_and_a_clock_that_jumps(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People never move: their time is up again and again. Before each event the worker is killed,
    and the clock of the host jumps as it does when a machine wakes up; that of the machine is set
    back."""
    jumped = 0.0
    for module in (bots_module, live_module, timers_module):
        monkeypatch.setattr(module, "monotonic", lambda: monotonic() + jumped)
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0 - jumped)

    async def run() -> None:
        nonlocal jumped
        workers = Workers(1)
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=workers) as host:
            live = await open_table(
                host, people=2, bots=2, bot="normal", game=game, clock="decision 1"
            )
            live.streams += 1  # somebody looks on, so that no clock pauses
            for _ in range(4):
                seen = happened(live)
                os.kill(await workers.ask("test", process_of, None), signal.SIGKILL)
                jumped += 7.5
                await eventually(lambda: happened(live) > seen)  # noqa: B023
            await eventually(lambda: not live.in_doubt)

    asyncio.run(run())


def happened(live: LiveTable) -> int:
    assert live.table.match is not None
    return len(live.table.match.events)


def test_table_goes_on_when_workers_die(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        workers = Workers(1)
        async with open_host(SqliteStore(tmp_path / "s.sqlite"), thinkers=workers) as host:
            live = await open_table(host, people=1, bots=1, bot="greedy", game="216")
            for number in range(6):
                await eventually(lambda: bool(live.table.people_to_act()))
                os.kill(await workers.ask("test", process_of, None), signal.SIGKILL)
                await host.change(live, lambda table: first_legal(table, f"k{number}"))  # noqa: B023
            await eventually(lambda: bool(live.table.people_to_act()))

    asyncio.run(run())
