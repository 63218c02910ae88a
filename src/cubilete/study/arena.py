"""How strong bots are: games between them, with their seats rotated and the same luck.

A deal is a number that the luck of the dice and cards depends on. Every line-up of bots plays each
deal once for each rotation of its seats, so that luck and seats favour nobody. Intervals are
computed over deals, whose results are independent.

A deal gives the same results in any process, so the work can be handed to any
`concurrent.futures.Executor`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import combinations
from time import process_time
from typing import Any

from cubilete.bots.levels import placed
from cubilete.bots.outside import find_bot
from cubilete.bots.turns import draw_seat, is_patient
from cubilete.core.errors import BadOption, IllegalAction
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.policy import Bot
from cubilete.core.parts.rules import Setup
from cubilete.core.registry import find_game
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS, State
from cubilete.core.strategy import values
from cubilete.study.parallel import in_order
from cubilete.study.ratings import ratings

DEALS_A_JOB = 4


@dataclass(frozen=True)
class Arena:
    """Which bots play which game, and how often."""

    game: str
    bots: tuple[str, ...]
    """Levels, bots of the game, or `module:Class`; each once."""
    players: int
    deals: int
    """Each line-up plays every deal once for each rotation of its seats."""
    seed: int = 1
    options: Mapping[str, object] = field(default_factory=dict)
    material: JsonObject | None = None
    budget: float = 1.0
    """The share of their playouts that levels which search have."""

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who sits at a table together. With fewer bots than seats the last one fills the rest;
        with more, all groups of them play. Alone, each bot plays for itself."""
        if len(self.bots) > self.players:
            return list(combinations(self.bots, self.players))
        return [self.bots + (self.bots[-1],) * (self.players - len(self.bots))]

    def jobs(self) -> "list[Job]":
        return [
            Job(self, line_up, range(first, min(first + DEALS_A_JOB, self.deals + 1)))
            for first in range(1, self.deals + 1, DEALS_A_JOB)
            for line_up in self.line_ups()
        ]

    def check(self) -> Setup:
        """Raises what is wrong with the game, its options or the names of the bots."""
        game = find_game(self.game)
        if len(set(self.bots)) < len(self.bots):
            raise BadOption("same-bots", "", N_("Name each bot only once."))
        if len(self.bots) < 2 and self.players > 1:
            raise BadOption("too-few-bots", "", N_("An arena needs at least two bots."))
        setup = game.setup(self.players, self.options, self.material)
        for name in self.bots:
            find_bot(game, setup, name, self.budget)
        return setup


@dataclass(frozen=True)
class Job:
    """Some deals of one line-up: what a process works on."""

    arena: Arena
    line_up: tuple[str, ...]
    deals: Sequence[int]


@dataclass(frozen=True)
class DealResult:
    """What one deal gave, for each bot on average over its seats and the rotations."""

    number: int
    bots: tuple[str, ...]
    shares: tuple[float, ...]
    points: tuple[float, ...]
    beaten: tuple[tuple[float, ...], ...]
    """How often each bot did better than each other one, a tie counting half."""
    seconds: tuple[tuple[float, ...], ...]
    """The processor time of each decision that had a choice."""


def play(
    arena: Arena,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> "Standings":
    """Plays all deals and sums them up. `progress` is told how many games were added."""
    arena.check()
    standings = Standings(arena)
    for results in in_order(work, arena.jobs(), executor):
        for result in results:
            standings.add(result)
            progress(arena.players)
    return standings


def work(job: Job) -> list[DealResult]:
    return [deal.play() for deal in deals_of(job)]


def deals_of(job: Job) -> "list[Deal]":
    game = find_game(job.arena.game)
    setup = game.setup(job.arena.players, job.arena.options, job.arena.material)
    bots = [find_bot(game, setup, name, job.arena.budget) for name in job.line_up]
    return [Deal(job.arena, game, setup, job.line_up, bots, number) for number in job.deals]


class Deal:
    """One deal, played once for each rotation of the seats."""

    def __init__(
        self,
        arena: Arena,
        game: AnyGame,
        setup: Setup,
        line_up: tuple[str, ...],
        bots: Sequence[Bot[Any]],
        number: int,
    ) -> None:
        self.arena = arena
        self.game = game
        self.setup = setup
        self.line_up = line_up
        self.bots = bots
        self.number = number
        self.names = tuple(dict.fromkeys(line_up))
        self.seconds: dict[str, list[float]] = {name: [] for name in self.names}

    def play(self) -> DealResult:
        count = len(self.names)
        shares = [0.0] * count
        points = [0.0] * count
        beaten = [[0.0] * count for _ in self.names]
        for rotation in range(len(self.line_up)):
            state = self.play_rotation(rotation)
            seated = self.seated(rotation)
            for seat, (share, score) in enumerate(zip(values(state), state.scores(), strict=True)):
                if seat < len(seated):
                    one = self.names.index(seated[seat])
                    weight = 1 / (seated.count(seated[seat]) * len(self.line_up))
                    shares[one] += share * weight
                    points[one] += score * weight
            self.compare(state, seated, beaten)
        return DealResult(
            self.number,
            self.names,
            tuple(shares),
            tuple(points),
            tuple(tuple(row) for row in beaten),
            tuple(tuple(self.seconds[name]) for name in self.names),
        )

    def seated(self, rotation: int) -> list[str]:
        return [
            self.line_up[(seat + rotation) % len(self.line_up)] for seat in range(len(self.line_up))
        ]

    def compare(self, state: State, seated: list[str], beaten: list[list[float]]) -> None:
        """Notes for each two seats with different bots which one got more of the victory."""
        won = values(state)
        for seat, other in combinations(range(len(seated)), 2):
            one, two = self.names.index(seated[seat]), self.names.index(seated[other])
            if one != two:
                beaten[one][two] += better(won[seat], won[other])
                beaten[two][one] += better(won[other], won[seat])

    def play_rotation(self, rotation: int) -> State:
        size = len(self.line_up)
        bots = [self.bots[(seat + rotation) % size] for seat in range(size)]
        names = self.seated(rotation)
        luck = seeded("arena", self.game.slug, self.arena.seed, self.number)
        lots = seeded("arena lots", self.game.slug, self.arena.seed, self.number)
        own = [
            seeded("arena bot", self.game.slug, self.arena.seed, self.number, rotation, seat)
            for seat in range(size)
        ]
        state: State = self.game.rules.start(self.setup)
        while not state.over:
            turn = state.turn()
            if turn == SEATS:
                seat = self.next_seat(state, bots, own, lots)
                text = self.decision(state, seat, bots[seat], names[seat], own[seat])
                try:
                    state.apply(seat, state.read(seat, text))
                except IllegalAction as error:
                    raise wrong_answer(names[seat], text, error) from error
            else:
                state.advance(turn, state.sample(luck) if turn == CHANCE else 0)
        return state

    def next_seat(
        self, state: State, bots: Sequence[Bot[Any]], own: Sequence[Rng], lots: Rng
    ) -> int:
        def waits(seat: int) -> bool:
            bot = placed(bots[seat], state)
            return is_patient(bot) and bot.waits(self.game.rules.view(state, seat), own[seat])

        return draw_seat(state.to_act, waits, lots)

    def decision(self, state: State, seat: int, bot: Bot[Any], name: str, rng: Rng) -> str:
        view = self.game.rules.view(state, seat)
        bot = placed(bot, state)
        began = process_time()
        text = bot.choose(view, rng)
        if len(view.legal) > 1:
            self.seconds[name].append(process_time() - began)
        return text


def wrong_answer(bot: str, text: str, error: IllegalAction) -> IllegalAction:
    """The error that names the bot as well."""
    return IllegalAction(
        error.code,
        error.rule,
        N_("{bot} answered “{answer}”: {reason}"),
        bot=bot,
        answer=text,
        reason=error.message,
    )


def better(mine: float, theirs: float) -> float:
    return 0.5 if mine == theirs else float(mine > theirs)


# --- Summing up ---


@dataclass
class Sample:
    """Mean and 95 % interval of independent results."""

    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean of all results."""
        return sum(self.results) / len(self.results)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval; infinite for a single result."""
        count = len(self.results)
        if count < 2:
            return math.inf
        mean = self.mean
        variance = sum((result - mean) ** 2 for result in self.results) / (count - 1)
        return 1.96 * math.sqrt(variance / count)


@dataclass
class Standing:
    """What one bot has reached."""

    bot: str
    shares: Sample = field(default_factory=Sample)
    """Its share of the victory in each deal; ties split it."""
    points: Sample = field(default_factory=Sample)
    seconds: list[float] = field(default_factory=list)
    """The processor time of each decision that had a choice."""

    @property
    def mean_seconds(self) -> float:
        """What a decision took on average."""
        return sum(self.seconds) / len(self.seconds) if self.seconds else 0.0

    @property
    def slow_seconds(self) -> float:
        """What 95 % of the decisions took at most."""
        if not self.seconds:
            return 0.0
        return sorted(self.seconds)[math.ceil(0.95 * len(self.seconds)) - 1]


class Standings:
    """The results of an arena so far."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.by_bot = {name: Standing(name) for name in arena.bots}
        self.games = 0
        self.beaten = {name: dict.fromkeys(arena.bots, 0.0) for name in arena.bots}

    def add(self, result: DealResult) -> None:
        """Adds a deal."""
        self.games += self.arena.players
        for number, name in enumerate(result.bots):
            standing = self.by_bot[name]
            standing.shares.results.append(result.shares[number])
            standing.points.results.append(result.points[number])
            standing.seconds += result.seconds[number]
            for other_number, other in enumerate(result.bots):
                self.beaten[name][other] += result.beaten[number][other_number]

    @property
    def even_share(self) -> float:
        """The share of a bot that is as strong as the others."""
        return 1 / self.arena.players

    def ratings(self) -> dict[str, float]:
        """Bradley-Terry ratings on the scale of chess; the mean is 0."""
        return ratings(self.beaten)
