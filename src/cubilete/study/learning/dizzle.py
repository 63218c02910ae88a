"""Learns what Dizzle's bots expect of a position.

The weights are improved by the cross-entropy method: they are varied at random, games are played
with each variation (alone for points, or against the weights so far), and the next round goes on
from the best. Two players' weights serve three and four too, whose games take several times as
long. How far ahead a seat must be to win is fitted for each number of players to games that the
strategy plays against itself.
"""

import math
import random
from collections.abc import Callable

from cubilete.core.rng import Rng, seeded
from cubilete.core.state import OVER, State
from cubilete.core.strategy import Strategy, play_out, values
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.policy import QUICK
from cubilete.games.dizzle.policy.chances import Chances, Weights
from cubilete.games.dizzle.policy.outlook import ONE
from cubilete.games.dizzle.policy.strategy import Planner
from cubilete.games.dizzle.rules import ROUNDS
from cubilete.games.dizzle.setup import LEVELS

GAMES = 100
"""Games a level with each variation."""
TUNING_ROUNDS = 12
STEPS = 2 * TUNING_ROUNDS + 3
POPULATION = 24
ELITE = 7


def turns(players: int) -> int:
    return int(ROUNDS[players]) * players


def show(players: int, weights: Weights) -> str:
    """The section of `data/outlook.txt`."""
    lines = [f"[players {players}]"]
    for name, numbers in weights.items():
        lines.append(" ".join([name, *(f"{round(number, 3) + 0.0:g}" for number in numbers)]))
    return "\n".join(lines)


# --- Where learning begins, and how much weights are varied at first ---

START: Weights = {
    "gem": [1.6, 0.0, 0.0],
    "gem-late": [0.0, -1.2, 0.0],
    "pile": [0.3, 0.0, 0.0],
    "pile-late": [0.0, -0.7, 0.0],
    "bomb": [1.5, 0.0, 0.0],
    "bomb-late": [0.0, -1.3, 0.0],
    "flag": [2.0, 0.0, 0.0],
    "flag-late": [0.0, -1.8, 0.0],
    "set": [1.2, 0.0, 0.0, 0.0, 0.0],
    "set-late": [0.0, -1.7, 0.0, -0.4, -0.3],
    "follow": [100.0],
    "another": [-0.1],
    "pace": [95.0],
    "fear": [10.0],
    "hope": [0.4],
    "spread": [1.0, 0.0],
}
START_AGAINST_OTHERS: Weights = {
    **START,
    "bomb": [0.0, 0.0, 0.0, 0.0, -0.5],
    "bomb-late": [0.0, 0.0, 0.0, -0.5, 0.0],
    "flag": [1.5, 0.0, 0.0, 0.0, 0.5],
    "flag-late": [0.0, -1.8, 0.0, 0.2, 0.0],
    "fear": [50.0],
}
"""Chances of bombs and flags depend on the others too."""

VARIED: Weights = {
    "gem": [0.5, 0.03, 0.0],
    "gem-late": [0.3, 0.3, 0.0],
    "pile": [0.5, 0.0, 0.0],
    "pile-late": [0.0, 0.3, 0.0],
    "bomb": [0.5, 0.0, 0.0, 0.05, 0.3],
    "bomb-late": [0.3, 0.3, 0.0, 0.3, 0.0],
    "flag": [0.5, 0.05, 0.0, 0.05, 0.3],
    "flag-late": [0.3, 0.4, 0.0, 0.2, 0.0],
    "set": [0.4, 0.03, 0.0, 0.03, 0.03],
    "set-late": [0.3, 0.3, 0.2, 0.2, 0.2],
    "follow": [10.0],
    "another": [0.1],
    "pace": [15.0],
    "fear": [10.0],
    "hope": [0.15],
}
Place = tuple[str, int]
"""A weight by name and place."""


# --- Tuning ---


class Seats(Strategy):
    """A strategy of its own for each seat."""

    def __init__(self, strategies: list[Strategy]) -> None:
        self.strategies = strategies

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self.strategies[seat].choose(state, seat, rng)


def strength(players: int, weights: Weights, rival: Weights, games: int, *luck: str | int) -> float:
    """The mean points alone, or by how much it is ahead of the others, over all levels."""
    own, other = (Chances(some, turns(players)) for some in (weights, rival))
    total = 0.0
    for level in LEVELS:
        start = GAME.new(players, {"level": level})
        planner = Planner(start.sheet, players, own, QUICK)
        others = Planner(start.sheet, players, other, QUICK)
        for game in range(games):
            seat = game % players
            strategies: list[Strategy] = [others] * players
            strategies[seat] = planner
            state = start.copy()
            table = planner if players == 1 else Seats(strategies)
            play_out(state, table, seeded("tune", players, *luck, level, game // players))
            scores = state.scores()
            total += scores.pop(seat)
            if scores:
                total -= sum(scores) / len(scores)
    return total / games / len(LEVELS)


def varied(mean: Weights, changes: dict[Place, float]) -> Weights:
    found = {name: list(numbers) for name, numbers in mean.items()}
    for (name, place), change in changes.items():
        found[name][place] += change
    return found


def tune(
    players: int, games: int, rounds: int, seed: int, step: Callable[[], None] = lambda: None
) -> Weights:
    mean = START if players == 1 else START_AGAINST_OTHERS
    spread: dict[Place, float] = {
        (name, place): size
        for name, sizes in VARIED.items()
        for place, size in enumerate(sizes[: len(mean[name])])
        if size
    }
    luck = random.Random(f"tune {players} {seed}")
    for number in range(rounds):
        found: list[tuple[float, int, dict[Place, float]]] = []
        for one in range(POPULATION):
            changes = {place: luck.gauss(0.0, size) for place, size in spread.items() if one}
            new = varied(mean, changes)
            found.append((strength(players, new, mean, games, seed, number), one, changes))
        found.sort(key=lambda result: -result[0])
        change: dict[Place, float] = {}
        for place in spread:
            best = [changes.get(place, 0.0) for _, _, changes in found[:ELITE]]
            middle = sum(best) / ELITE
            deviation = math.sqrt(sum((each - middle) ** 2 for each in best) / ELITE)
            change[place] = 0.7 * middle
            spread[place] = 0.4 * spread[place] + 0.6 * deviation
        mean = varied(mean, change)
        step()
    return mean


# --- The spread ---

Seen = tuple[int, list[float], list[float]]
"""Turns left, the points that each seat could expect, and its share of the victory."""


def results_of(players: int, weights: Weights, games: int, seed: int) -> list[Seen]:
    """Positions between turns of games that the strategy plays against itself."""
    chances = Chances(weights, turns(players))
    results: list[Seen] = []
    for level in LEVELS:
        start = GAME.new(players, {"level": level})
        planner = Planner(start.sheet, players, chances, QUICK)
        for game in range(games):
            state = start.copy()
            rng = seeded("spread", seed, players, level, game)
            seen: list[tuple[int, list[float]]] = []
            for turn in range(turns(players)):
                play_out(state, planner, rng, turn)
                if state.turn() != OVER:
                    points = [planner.points(state, seat) / ONE for seat in range(players)]
                    seen.append((int(state.turns_left), points))
            play_out(state, planner, rng)
            results += [(left, points, values(state)) for left, points in seen]
    return results


def best_spread(results: list[Seen]) -> list[float]:
    """The two numbers of `spread` with which these results are most likely."""

    def surprise(numbers: list[float]) -> float:
        total = 0.0
        for left, expected, shares in results:
            spread = numbers[0] + numbers[1] * left
            most = max(expected)
            whole = sum(math.exp((own - most) / spread) for own in expected)
            for own, gained in zip(expected, shares, strict=True):
                if gained:
                    total -= gained * ((own - most) / spread - math.log(whole))
        return total

    grid = [[1.0 + 0.5 * a, 0.1 * b] for a in range(12) for b in range(12)]
    return min(grid, key=surprise)


# --- All numbers of players ---


def learn(
    seed: int,
    games: int = GAMES,
    rounds: int = TUNING_ROUNDS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[int, Weights]:
    """The weights of each number of players."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, 2 * rounds + 3)

    found = {1: tune(1, games, rounds, seed, step)}
    shared = tune(2, games, rounds, seed, step)
    for players in (2, 3, 4):
        spread = best_spread(results_of(players, shared, max(games // 4, 1), seed))
        found[players] = {**shared, "spread": spread}
        step()
    return found
