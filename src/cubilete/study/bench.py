"""Benchmarks: comparisons that are measured side by side and reported as ratios.

Absolute figures depend on what else the machine does. So every side runs in one thread and is
measured in CPU seconds, the two sides of a comparison alternate for several rounds, and the best
rounds are compared. The range of the single rounds is reported beside the ratio.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from cubilete._source import PURE_VARIABLE
from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message
from cubilete.core.registry import all_games

ROUNDS = 5
YARDSTICK_ROUNDS = 9
YARDSTICK = "seis_dados.c"


@dataclass(frozen=True)
class Figure:
    """A measured value and its goal: at least `wanted`, or at most if `at_most` is set. A figure
    without a goal has `wanted` 0."""

    name: Message
    value: float
    unit: str
    wanted: float
    at_most: bool = False
    detail: str = ""

    @property
    def reached(self) -> bool:
        return self.value <= self.wanted if self.at_most else self.value >= self.wanted


@dataclass(frozen=True)
class Skipped:
    name: Message
    why: Message


Report = Iterator[Figure | Skipped]


class Worker:
    """A process that measures with compiled or interpreted rules (see worker.py)."""

    def __init__(self, pure: bool) -> None:
        environment = {**os.environ, PURE_VARIABLE: "1" if pure else "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cubilete.study.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.compiled = bool(self._answer()["compiled"])

    def _answer(self) -> dict[str, float]:
        assert self.process.stdout is not None
        answer: dict[str, float] = json.loads(self.process.stdout.readline())
        return answer

    def measure(self, task: str, game: str, players: int, amount: int) -> dict[str, float]:
        assert self.process.stdin is not None
        request = {"task": task, "game": game, "players": players, "amount": amount}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def speed(self, task: str, game: str, players: int, amount: int) -> float:
        answer = self.measure(task, game, players, amount)
        return answer["done"] / answer["seconds"]

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@contextmanager
def workers() -> Iterator[tuple[Worker, Worker]]:
    compiled = Worker(pure=False)
    try:
        interpreted = Worker(pure=True)
        try:
            yield compiled, interpreted
        finally:
            interpreted.close()
    finally:
        compiled.close()


@dataclass(frozen=True)
class Rounds:
    """The speeds of both sides in every round, in operations per second."""

    ours: list[float]
    theirs: list[float]

    @property
    def best(self) -> tuple[float, float]:
        return max(self.ours), max(self.theirs)

    @property
    def ratio(self) -> float:
        ours, theirs = self.best
        return ours / theirs

    def ratio_range(self, unit: str, scale: float = 1) -> str:
        """The range of the ratios of single rounds, as text."""
        ratios = [scale * mine / other for mine, other in zip(self.ours, self.theirs, strict=True)]
        return f"[{min(ratios):,.1f} – {max(ratios):,.1f} {unit}]"


def alternate(
    ours: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS
) -> Rounds:
    """Measures both sides alternately, so that other load affects both alike."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return Rounds([mine for mine, _ in pairs], [other for _, other in pairs])


def run(yardsticks: Path | None, quick: bool = False) -> Report:
    """Runs all comparisons. `yardsticks` is the folder with the reference program in C."""
    share = 10 if quick else 1
    with workers() as (compiled, interpreted):
        if not compiled.compiled:
            yield Skipped(
                Message(N_("compiled versus interpreted")),
                Message(N_("the rules are not compiled here")),
            )
            return
        for game in all_games():
            players = game.about.players[-1]
            yield from compare_modes(compiled, interpreted, game.slug, players, share)
            yield from compare_bots(compiled, interpreted, game, share)
        yield from against_c(compiled, yardsticks, share)
        yield from against_open_spiel(compiled, share)
    yield from vectorised(share)
    yield from against_tictactoe(share)
    yield streaming(share)
    yield writing(share)


def compare_modes(
    compiled: Worker, interpreted: Worker, slug: str, players: int, share: int
) -> Report:
    few = max(40 // share, 2)
    for task, wanted, more in (("loop", 25, 40), ("api", 5, 5)):
        rounds = alternate(
            partial(compiled.speed, task, slug, players, few * more),
            partial(interpreted.speed, task, slug, players, few),
        )
        name = (
            Message(N_("{game}: random playouts, compiled versus interpreted"), {"game": slug})
            if task == "loop"
            else Message(N_("{game}: driven from plain Python, the same"), {"game": slug})
        )
        fast, slow = rounds.best
        detail = f"{fast / 1e6:.2f} / {slow / 1e6:.3f} M/s  {rounds.ratio_range('×')}"
        yield Figure(name, rounds.ratio, "×", wanted, detail=detail)
    answers = [compiled.measure("copies", slug, players, 100_000 // share) for _ in range(ROUNDS)]
    nanoseconds = min(answer["seconds"] / answer["done"] * 1e9 for answer in answers)
    yield Figure(
        Message(N_("{game}: a copy of a state"), {"game": slug}),
        nanoseconds,
        "ns",
        1000,
        at_most=True,
    )
    yield Figure(
        Message(N_("{game}: memory of a copy"), {"game": slug}),
        answers[0]["bytes"],
        "bytes",
        1024,
        at_most=True,
    )


POLICY_MS = 400
NORMAL_MS = 1000


def compare_bots(compiled: Worker, interpreted: Worker, game: AnyGame, share: int) -> Report:
    """Playouts by the strategy in both forms, and how many games `normal` plays."""
    players = 2 if 2 in game.about.players else game.about.players[0]
    amount = POLICY_MS // share
    rounds = alternate(
        partial(compiled.speed, "policy", game.slug, players, amount),
        partial(interpreted.speed, "policy", game.slug, players, amount),
        ROUNDS if share == 1 else 2,
    )
    fast, slow = rounds.best
    yield Figure(
        Message(N_("{game}: playouts by the strategy, the same"), {"game": game.slug}),
        rounds.ratio,
        "×",
        20,
        detail=f"{fast / 1e3:.1f} / {slow / 1e3:.2f} k/s  {rounds.ratio_range('×')}",
    )
    games = max(compiled.speed("normal", game.slug, players, NORMAL_MS // share) for _ in range(3))
    yield Figure(
        Message(
            N_("{game}: normal versus itself, {players} players"),
            {"game": game.slug, "players": players},
        ),
        games,
        "games/s",
        0,
    )


def against_c(compiled: Worker, yardsticks: Path | None, share: int) -> Report:
    name = Message(N_("seis-dados: random playouts versus C (gcc -O3)"))
    compiler = shutil.which("gcc")
    source = yardsticks / YARDSTICK if yardsticks else None
    if source is None or not source.is_file():
        why = Message(
            N_("{file} is not here: give its folder with --yardsticks"), {"file": YARDSTICK}
        )
        yield Skipped(name, why)
        return
    if compiler is None:
        yield Skipped(name, Message(N_("there is no gcc")))
        return
    amount = 100_000 // share
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "seis_dados")
        subprocess.run([compiler, "-O3", "-o", str(program), str(source)], check=True)

        def in_c() -> float:
            out = subprocess.run(
                [str(program), "2", str(amount), "12345"],
                check=True,
                capture_output=True,
                text=True,
            )
            decisions, seconds = out.stdout.split()[:2]
            return int(decisions) / float(seconds)

        rounds = alternate(
            lambda: compiled.speed("loop", "seis-dados", 2, amount), in_c, YARDSTICK_ROUNDS
        )
    ours, theirs = rounds.best
    detail = f"{ours / 1e6:.1f} / {theirs / 1e6:.1f} M/s  {rounds.ratio_range('%', 100)}"
    yield Figure(name, 100 * rounds.ratio, "%", 50, detail=detail)


TURNS_OF_YACHT = 24
TURNS_OF_SEIS_DADOS = 34


def against_open_spiel(compiled: Worker, share: int) -> Report:
    name = Message(N_("seis-dados: turns per second versus OpenSpiel's yacht in C++"))
    try:
        import pyspiel
    except ImportError:
        why = Message(N_("open_spiel is not installed: pip install 'cubilete[bench]'"))
        yield Skipped(name, why)
        return
    yacht = pyspiel.load_game("yacht")
    after_roll = yacht.new_initial_state()
    after_roll.apply_action(after_roll.legal_actions()[0])
    rollouts = max(500 // share, 100)
    amount = 100_000 // share

    def theirs() -> float:
        # One simulation of MCTS runs `rollouts` random games in C++ and little else.
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 7)
        search = pyspiel.MCTSBot(yacht, evaluator, 2.0, 1, 100, False, 5, False)
        began = process_time()
        search.mcts_search(after_roll)
        return rollouts * TURNS_OF_YACHT / (process_time() - began)

    def ours() -> float:
        answer = compiled.measure("loop", "seis-dados", 2, amount)
        return amount * TURNS_OF_SEIS_DADOS / answer["seconds"]

    rounds = alternate(ours, theirs, YARDSTICK_ROUNDS)
    mine, other = rounds.best
    detail = f"{mine / 1e6:.2f} M/s / {other / 1e3:.1f} k/s  {rounds.ratio_range('×')}"
    yield Figure(name, rounds.ratio, "×", 200, detail=detail)


def vectorised(share: int) -> Report:
    try:
        from cubilete.study.vector.speed import compare_vector
    except ModuleNotFoundError:
        why = Message(N_("NumPy is not installed: pip install 'cubilete[bench]'"))
        yield Skipped(Message(N_("vectorised steps")), why)
    else:
        yield from compare_vector(share)


def against_tictactoe(share: int) -> Report:
    try:
        from cubilete.study.spaces import speed
    except ModuleNotFoundError:
        why = Message(N_("pettingzoo is not installed: pip install 'cubilete[bench]'"))
        yield Skipped(Message(N_("steps of a PettingZoo environment versus tictactoe")), why)
        return
    yield from speed.against_tictactoe(share)


def streaming(share: int) -> Figure:
    name = N_("memory while {games} games are simulated")
    return memory_of("stream", name, 300, share)


def writing(share: int) -> Figure | Skipped:
    name = N_("memory while {games} games are written to Parquet")
    if find_spec("pyarrow") is None:
        why = Message(N_("pyarrow is not installed: pip install 'cubilete[study]'"))
        return Skipped(Message(name, {"games": 1_000_000 // share}), why)
    return memory_of("parquet", name, 400, share)


def memory_of(task: str, template: str, megabytes: int, share: int) -> Figure:
    """The peak memory of a new process that plays a million games, or a share of them."""
    amount = 1_000_000 // share
    worker = Worker(pure=False)
    try:
        answer = worker.measure(task, "seis-dados", 2, amount)
    finally:
        worker.close()
    name = Message(template, {"games": amount})
    detail = f"{answer['done'] / answer['seconds'] / 1e3:.0f} k/s"
    return Figure(name, answer["kilobytes"] / 1024, "MB", megabytes, at_most=True, detail=detail)
