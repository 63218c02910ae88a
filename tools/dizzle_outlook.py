"""Learn what Dizzle's bots expect of a position: python tools/dizzle_outlook.py tune|spread PLAYERS

`tune` improves the weights by the cross-entropy method: it varies them at random, plays games with
each variation (alone for points, or against the weights so far), and goes on from the best.
`spread` fits how far ahead a seat must be to win, to games that the strategy plays against itself.
Both start from data/outlook.txt, print the section that belongs there, and print the same for the
same arguments.
"""

import argparse
import math
import random
import sys

from cubilete.core.rng import Rng, seeded
from cubilete.core.state import OVER, State
from cubilete.core.strategy import Strategy, play_out, values
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.policy import QUICK, chances_for, weights_for
from cubilete.games.dizzle.policy.chances import Chances, Weights
from cubilete.games.dizzle.policy.outlook import ONE
from cubilete.games.dizzle.policy.strategy import Planner
from cubilete.games.dizzle.rules import ROUNDS
from cubilete.games.dizzle.setup import LEVELS


def turns(players: int) -> int:
    return int(ROUNDS[players]) * players


def show(players: int, weights: Weights) -> str:
    lines = [f"[players {players}]"]
    for name, numbers in weights.items():
        lines.append(" ".join([name, *(f"{round(number, 3) + 0.0:g}" for number in numbers)]))
    return "\n".join(lines)


# --- Tuning ---

VARIED = {
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
"""How much the weights are varied at first."""
Place = tuple[str, int]
"""A weight by name and place."""
POPULATION = 24
ELITE = 7


class Seats(Strategy):
    """A strategy of its own for each seat."""

    def __init__(self, strategies: list[Strategy]) -> None:
        self.strategies = strategies

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self.strategies[seat].choose(state, seat, rng)


def strength(players: int, weights: Weights, rival: Weights, games: int, luck: str) -> float:
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
            play_out(state, table, seeded("tune", players, luck, level, game // players))
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


def tune(players: int, games: int, rounds: range) -> Weights:
    mean = weights_for(players)
    spread: dict[Place, float] = {
        (name, place): size
        for name, sizes in VARIED.items()
        for place, size in enumerate(sizes[: len(mean[name])])
        if size
    }
    luck = random.Random(f"tune {players} {rounds.start}")
    for number in rounds:
        found: list[tuple[float, int, dict[Place, float]]] = []
        for one in range(POPULATION):
            changes = {place: luck.gauss(0.0, size) for place, size in spread.items() if one}
            new = varied(mean, changes)
            found.append((strength(players, new, mean, games, str(number)), one, changes))
        before = found[0][0]
        found.sort(key=lambda result: -result[0])
        print(f"round {number}: {before:.3f}, best {found[0][0]:.3f}", file=sys.stderr)
        step: dict[Place, float] = {}
        for place in spread:
            best = [changes.get(place, 0.0) for _, _, changes in found[:ELITE]]
            middle = sum(best) / ELITE
            deviation = math.sqrt(sum((change - middle) ** 2 for change in best) / ELITE)
            step[place] = 0.7 * middle
            spread[place] = 0.4 * spread[place] + 0.6 * deviation
        mean = varied(mean, step)
    return mean


# --- The spread ---


def spread_of(players: int, games: int) -> list[float]:
    """The two numbers of `spread` with which the results of games are most likely."""
    results: list[tuple[int, list[float], list[float]]] = []
    for level in LEVELS:
        start = GAME.new(players, {"level": level})
        planner = Planner(start.sheet, players, chances_for(players), QUICK)
        for game in range(games):
            state = start.copy()
            rng = seeded("spread", players, level, game)
            seen: list[tuple[int, list[float]]] = []
            for turn in range(turns(players)):
                play_out(state, planner, rng, turn)
                if state.turn() != OVER:
                    points = [planner.points(state, seat) / ONE for seat in range(players)]
                    seen.append((int(state.turns_left), points))
            play_out(state, planner, rng)
            results += [(left, points, values(state)) for left, points in seen]

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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["tune", "spread"])
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=60, help="games a level (and a variation)")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--first", type=int, default=0, help="number of the first round: its luck")
    chosen = parser.parse_args()
    found = weights_for(chosen.players)
    if chosen.what == "tune":
        found = tune(
            chosen.players, chosen.games, range(chosen.first, chosen.first + chosen.rounds)
        )
    else:
        found["spread"] = spread_of(chosen.players, chosen.games)
    print(show(chosen.players, found))


if __name__ == "__main__":
    main()
