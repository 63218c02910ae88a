"""The table of strength: each level against the one below, and `expert` against known bots.

A row is one match-up at one kind of table. Among several players one bot sits among others of the
weaker kind, and its share of the victory must be above the even share; alone, both bots play the
same deals, and the difference is measured: of points in Dizzle, of the share against the opponent
of the rules in 216. A row holds if the lower end of the 95 % interval is above what is even, or if
the figure that is known from elsewhere is reached.

Rows of a game share its time, but each has at least `LEAST_GAMES`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from time import monotonic

from cubilete.bots.levels import CASUAL
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.registry import find_game
from cubilete.study.arena import Arena, DealResult, Job, Sample, Standing, work
from cubilete.study.kept import Kept, Values, series_name
from cubilete.study.parallel import in_order

LEVEL_PAIRS = (("expert", "normal"), ("normal", "novice"), ("novice", "random"))
LEAST_GAMES = 200
DEALS_A_JOB = 2
JOBS_A_PROCESS = 4
"""How many jobs of each line-up a process gets between two looks at the clock."""

Options = Mapping[str, object]

VARIANTS: dict[str, Sequence[tuple[Options, range | None]]] = {
    "dizzle": [({"level": level}, None) for level in range(1, 5)],
    "seis-dados": [({}, None), ({"lowest_wins": True}, range(2, 3))],
}
"""Options that change how a game is played, with the numbers of players that can have them; None
for all. Games that are not listed have their defaults only."""


@dataclass(frozen=True)
class Row:
    """One match-up. Without a `weaker` bot the other one plays alone, for its mean."""

    game: str
    players: int
    options: Options
    stronger: str
    weaker: str = ""
    wanted: float | None = None
    """The share or mean that must be reached; None: more than what is even."""
    about: bool = False
    """Whether `wanted` counts as reached if it is within the interval."""
    material: JsonObject | None = None
    """What the row is played with instead of our own material."""

    @property
    def alone(self) -> bool:
        return self.players == 1

    @property
    def in_points(self) -> bool:
        """Whether values are points: alone, unless the rules bring an opponent."""
        return self.alone and len(find_game(self.game).new(1, self.options).scores()) == 1

    @property
    def even(self) -> float:
        return 0.0 if self.alone else 1 / self.players

    def arena(self, deals: int, seed: int, budget: float = 1.0) -> Arena:
        bots = (self.stronger, self.weaker) if self.weaker else (self.stronger,)
        return Arena(
            self.game, bots, self.players, deals, seed, self.options, self.material, budget
        )


@dataclass(frozen=True)
class Known:
    """What `expert` is known to reach, from quick bots of the same games."""

    players: int
    wanted: float
    options: Options = field(default_factory=dict)


GREEDY: dict[str, list[Known]] = {
    "216": [Known(2, 0.65), Known(6, 0.27)],
    "dizzle": [
        *(Known(2, 0.72, {"level": level}) for level in range(1, 5)),
        *(Known(4, 0.50, {"level": level}) for level in range(1, 5)),
    ],
    "pa-fuera": [Known(3, 0.39), Known(4, 0.31)],
}
"""Against the yardstick that the command is given for the game."""
CASUAL_SHARES: dict[str, list[Known]] = {
    "seis-dados": [Known(2, 0.94), Known(3, 0.96), Known(2, 0.995, {"lowest_wins": True})],
    "twenty-one": [Known(2, 0.72), Known(4, 0.38)],
}
"""Against the casual player, about."""
MEANS: dict[str, list[Known]] = {
    "dizzle": [
        Known(1, points, {"level": level}) for level, points in enumerate((71, 54, 66, 93), 1)
    ]
}
"""Points alone."""


def tables_of(game: AnyGame) -> Iterator[tuple[int, Options]]:
    """All numbers of players, with the variants that they have."""
    for options, able in VARIANTS.get(game.slug, [({}, None)]):
        for players in game.about.players:
            if able is None or players in able:
                yield players, options


def rows_of(game: AnyGame, yardstick: str = "") -> list[Row]:
    """All rows of a game; `yardstick` is a bot that `expert` is measured against besides."""
    rows: list[Row] = []
    for players, options in tables_of(game):
        rows += [Row(game.slug, players, options, *pair) for pair in LEVEL_PAIRS]
        known = found(MEANS, game, players, options)
        if known is not None:
            rows.append(Row(game.slug, players, options, "expert", wanted=known))
        known = found(CASUAL_SHARES, game, players, options)
        rows.append(Row(game.slug, players, options, "expert", CASUAL, known, about=True))
        if yardstick and players > 1:
            known = found(GREEDY, game, players, options)
            rows.append(Row(game.slug, players, options, "expert", yardstick, known))
    return rows


def found(
    known: Mapping[str, Sequence[Known]], game: AnyGame, players: int, options: Options
) -> float | None:
    for entry in known.get(game.slug, ()):
        if entry.players == players and entry.options == options:
            return entry.wanted
    return None


@dataclass
class Measured:
    """A row with its games."""

    row: Row
    seed: int
    games: int = 0
    seconds: float = 0.0
    by_bot: dict[str, dict[int, float]] = field(default_factory=dict)
    """For each bot what every deal was worth to it."""
    strong: Standing = field(default_factory=lambda: Standing(""))

    @property
    def sample(self) -> Sample:
        """The share or points of the stronger bot; alone, by how much it has more."""
        mine = self.by_bot[self.row.stronger]
        if not self.row.alone or not self.row.weaker:
            return Sample([mine[deal] for deal in sorted(mine)])
        theirs = self.by_bot[self.row.weaker]
        return Sample([mine[deal] - theirs[deal] for deal in sorted(mine)])

    def mean_of(self, bot: str) -> float:
        results = self.by_bot[bot]
        return sum(results.values()) / len(results)

    @property
    def held(self) -> bool:
        sample, wanted = self.sample, self.row.wanted
        if wanted is None:
            return sample.mean - sample.margin > self.row.even
        return sample.mean + (sample.margin if self.row.about else 0.0) >= wanted


@dataclass(frozen=True)
class Plan:
    """How long rows are measured."""

    games: int = 1000
    """A row ends when it has so many."""
    seconds: float = 3600.0
    """For all rows of a game together."""
    processes: int = 1
    seed: int = 1
    least: int = LEAST_GAMES
    budget: float = 1.0
    """The share of their playouts that levels which search have."""


def measure(
    rows: Sequence[Row],
    plan: Plan,
    executor: Executor | None = None,
    progress: Callable[[Row, int], None] = lambda row, games: None,
    clock: Callable[[], float] = monotonic,
    kept: Kept | None = None,
) -> Iterator[Measured]:
    """Measures the rows of one game, one after the other. What a row does not need of its share of
    the time is left to those after it. `progress` is told the games of the row so far. Deals that
    are `kept` are not played again, but their time counts."""
    for row in rows:
        row.arena(1, plan.seed, plan.budget).check()
    kept = Kept() if kept is None else kept
    left = plan.seconds
    for number, row in enumerate(rows):
        arena = row.arena(1, plan.seed, plan.budget)
        measuring = Measuring(Measured(row, plan.seed), arena, kept, executor, clock)
        result = measuring.run(plan, max(left, 0.0) / (len(rows) - number), progress)
        left -= result.seconds
        yield result


@dataclass
class Measuring:
    """Plays the deals of a row."""

    result: Measured
    arena: Arena
    kept: Kept
    executor: Executor | None
    clock: Callable[[], float]

    def run(self, plan: Plan, seconds: float, progress: Callable[[Row, int], None]) -> Measured:
        result, players = self.result, self.arena.players
        deal = 1
        while True:
            wanted = plan.games if result.seconds < seconds else plan.least
            if result.games >= wanted:
                return result
            batch = DEALS_A_JOB * JOBS_A_PROCESS * plan.processes
            last = deal + min(batch, -(-(wanted - result.games) // players))
            self.play_missing(range(deal, last))
            self.add_kept(range(deal, last))
            deal = last
            progress(result.row, result.games)

    @cached_property
    def series(self) -> str:
        arena = self.arena
        options = json.dumps(dict(arena.options), sort_keys=True)
        return series_name(
            *("strength", arena.game, arena.players, options, *arena.bots),
            *("seed", arena.seed, "budget", arena.budget),
            *(("material", digest(arena.material)) if arena.material is not None else ()),
        )

    def play_missing(self, deals: range) -> None:
        """Plays the deals that are not kept, and keeps each as soon as all its bots have played."""
        known = self.kept.of(self.series)
        missing = [number for number in deals if number not in known]
        line_ups = len(self.arena.line_ups())
        parts: dict[int, list[DealResult]] = {}
        began = self.clock()
        for results in in_order(work, jobs_for(self.arena, missing), self.executor):
            for one in results:
                parts.setdefault(one.number, []).append(one)
            complete = [one.number for one in results if len(parts[one.number]) == line_ups]
            now = self.clock()
            for number in complete:
                elapsed = (now - began) / len(complete)
                self.kept.add(self.series, number, self.put_together(parts[number], elapsed))
            if complete:
                began = now

    def put_together(self, parts: Sequence[DealResult], elapsed: float) -> Values:
        """One deal, from the line-ups that have played it: what it was worth to each bot, how long
        it took, and the processor time of each decision of the stronger bot."""
        worth: dict[str, float] = {}
        seconds: list[float] = []
        for part in parts:
            for bot, value, times in zip(part.bots, part.shares, part.seconds, strict=True):
                worth[bot] = value
                if bot == self.result.row.stronger:
                    seconds += [round(time, 5) for time in times]
        return {"worth": worth, "elapsed": round(elapsed, 4), "seconds": seconds}

    def add_kept(self, deals: range) -> None:
        result, known = self.result, self.kept.of(self.series)
        for number in deals:
            deal = known[number]
            for bot, value in deal["worth"].items():
                result.by_bot.setdefault(bot, {})[number] = value
            result.strong.seconds += deal["seconds"]
            result.seconds += deal["elapsed"]
        result.games += len(deals) * self.arena.players


def digest(material: JsonObject) -> str:
    return sha256(json.dumps(material, sort_keys=True).encode("utf-8")).hexdigest()[:16]


def jobs_for(arena: Arena, deals: Sequence[int]) -> list[Job]:
    return [
        Job(arena, line_up, tuple(deals[first : first + DEALS_A_JOB]))
        for first in range(0, len(deals), DEALS_A_JOB)
        for line_up in arena.line_ups()
    ]


def all_hold(results: Iterable[Measured]) -> bool:
    return all(result.held for result in results)
