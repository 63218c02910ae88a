"""Games between bots, as records or summed up in a tally of constant size."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import Any, SupportsIndex

from cubilete.bots.levels import CASUAL, bot_names, is_bot, make_bot, placed
from cubilete.bots.turns import draw_seat, is_patient
from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.match import Match
from cubilete.core.message import N_
from cubilete.core.parts.policy import Bot, RandomBot
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, TABLE, State


@dataclass(frozen=True)
class Simulation:
    """A numbered series of games. The same seed gives the same games."""

    game: AnyGame
    bots: tuple[str, ...]
    """The name of the bot of each seat; see `bots_for`."""
    seed: int
    options: Mapping[str, object] = field(default_factory=dict)
    material: JsonObject | None = None

    def rng(self, number: int) -> Rng:
        """The generator for the dice, cards and random bots of one game."""
        return seeded("simulate", self.game.slug, self.seed, number)

    @cached_property
    def setup(self) -> Setup:
        return self.game.setup(len(self.bots), self.options, self.material)

    @cached_property
    def players(self) -> list[Bot[Any]]:
        """The bots, in seat order."""
        made = {name: make_bot(self.game, self.setup, name) for name in self.bots}
        return [made[name] for name in self.bots]

    def start(self) -> State:
        """The first position of each game."""
        state: State = self.game.rules.start(self.setup)
        return state

    def match(self, number: int, with_legal: bool = False) -> Match:
        """Plays one game and returns it with its record. Numbers start at 1."""
        names = [f"{name} {seat + 1}" for seat, name in enumerate(self.bots)]
        match = Match(self.game, names, self.options, self.material, with_legal)
        rng, own = self.rng(number), self.own_rngs(number)
        while not match.state.over:
            match.apply(*next_event(self.game, match.state, self.players, rng, own))
        return match

    def own_rngs(self, number: int) -> list[Rng]:
        """The generator of each bot in one game."""
        return [seeded("bot", self.seed, number, seat) for seat in range(len(self.bots))]

    def events(self, state: State, number: int) -> Iterator[tuple[int, int]]:
        """Plays the same game on `state`, a first position, and yields each event just before it
        is applied: by whom, and its code."""
        rng, own = self.rng(number), self.own_rngs(number)
        while not state.over:
            if state.turn() == TABLE:
                event = (TABLE, 0)
            else:
                event = next_event(self.game, state, self.players, rng, own)
            yield event
            state.apply(*event)

    def finish(self, state: State, number: int) -> int:
        """Plays the same game on `state`, a first position, to its end and without a record.
        Returns the number of decisions."""
        if all(name == "random" for name in self.bots):
            return state.playout(self.rng(number))
        return sum(by >= 0 for by, _code in self.events(state, number))

    def results(self, games: int) -> Iterator[State]:
        """The last positions of games 1 to `games`, one by one."""
        start = self.start()
        for number in range(1, games + 1):
            state = start.copy()
            self.finish(state, number)
            yield state


def next_event(
    game: AnyGame, state: State, bots: list[Bot[Any]], rng: Rng, own: list[Rng]
) -> tuple[int, int]:
    """The next event: by whom, and its code. `own` are the generators of the bots."""
    if state.turn() == CHANCE:
        return CHANCE, state.sample(rng)

    def waits(seat: int) -> bool:
        bot = placed(bots[seat], state)
        return is_patient(bot) and bot.waits(game.rules.view(state, seat), own[seat])

    seat = draw_seat(state.to_act, waits, rng)
    bot = placed(bots[seat], state)
    if isinstance(bot, RandomBot):
        return seat, state.choose(seat, rng)
    return seat, state.read(seat, bot.choose(game.rules.view(state, seat), own[seat]))


def bots_for(game: AnyGame, players: int, names: Sequence[str]) -> tuple[str, ...]:
    """The bot of each seat; a single name stands for all seats."""
    if len(names) not in (1, players):
        raise BadOption(
            "bad-bots",
            "",
            N_("Name one bot for all {players} seats or one for each; here there are {count}."),
            players=players,
            count=len(names),
        )
    for name in names:
        if not is_bot(game, name) and name != CASUAL:
            raise BadOption(
                "unknown-bot",
                "",
                N_("{game} has no bot {bot}; choose {known}."),
                game=game.name,
                bot=name,
                known=", ".join(bot_names(game)),
            )
    return tuple(names) if len(names) == players else tuple(names) * players


def whole_number(option: str, value: object, least: int | None = None) -> int:
    """An argument as an integer, also if it is one of NumPy's; a sentence says what is wrong."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        template = N_("{option} must be a whole number.")
        raise BadOption("bad-option", "", template, option=option)
    found = index(value)
    if least is not None and found < least:
        template = N_("{option} must be at least {bound}.")
        raise BadOption("bad-option", "", template, option=option, bound=least)
    return found


# --- Tally ---


@dataclass
class ScoreSummary:
    """Mean, standard deviation and range of scores that are added one by one (Welford)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        """Adds a score."""
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value) if self.count else value
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    @property
    def deviation(self) -> float:
        """The standard deviation of the scores; 0 for a single one."""
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0


@dataclass
class Tally:
    """Scores, wins and shared wins of each seat over many games."""

    games: int = 0
    scores: list[ScoreSummary] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)

    def begin(self, seats: int) -> None:
        self.scores = [ScoreSummary() for _ in range(seats)]
        self.wins = [0] * seats
        self.shared = [0] * seats

    def add(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """Adds a game by the scores and winners of its last position."""
        if not self.games:
            self.begin(len(scores))
        self.games += 1
        for seat, score in enumerate(scores):
            self.scores[seat].add(score)
        for seat in winners:
            if len(winners) == 1:
                self.wins[seat] += 1
            else:
                self.shared[seat] += 1
