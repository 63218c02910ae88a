"""Learns what Dizzle's bots expect of a position.

`tune` improves the weights of quick choices by the cross-entropy method: it varies them at random,
plays games with each variation (alone for points, or against the weights so far), and goes on from
the best. `fit` plays games by the strategy and fits the weights of estimates to what became of the
parts of each position (logistic regression). Both start from data/outlook.txt, print the section
that belongs there, and print the same for the same arguments. See --help for their sizes.
"""

import argparse
import math
import random
import sys
from collections import defaultdict

from cubilete.core.rng import Rng, seeded
from cubilete.core.state import OVER, State
from cubilete.core.strategy import Mistaken, Strategy, play_out, values
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.policy import chances_for, weights_for
from cubilete.games.dizzle.policy.chances import (
    KINDS,
    Chances,
    Weights,
    cell_key,
    free_term,
    odds,
    terms,
)
from cubilete.games.dizzle.policy.outlook import ONE, Outlook
from cubilete.games.dizzle.policy.strategy import Planner
from cubilete.games.dizzle.rules import ROUNDS, Dizzle
from cubilete.games.dizzle.setup import LEVELS
from cubilete.games.dizzle.tables import WORD


def turns(players: int) -> int:
    return int(ROUNDS[players]) * players


def show(players: int, use: str, weights: Weights) -> str:
    lines = [f"[players {players} {use}]"]
    for name, rows in weights.items():
        for left, row in enumerate(rows, 1 if name in KINDS else 0):
            lines.append(" ".join([name, str(left), *(f"{number:.4g}" for number in row)]))
    return "\n".join(lines)


# --- Tuning of choices ---

VARIED = {
    "gem": {0: (0.5, 0.3), 1: (0.03, 0.3)},
    "pile": {0: (0.5, 0.0), 1: (0.0, 0.3)},
    "bomb": {0: (0.5, 0.3), 1: (0.0, 0.3), 3: (0.05, 0.3), 4: (0.3, 0.0)},
    "flag": {0: (0.5, 0.3), 1: (0.05, 0.4), 3: (0.05, 0.2), 4: (0.3, 0.0)},
    "set": {0: (0.4, 0.3), 1: (0.03, 0.3), 2: (0.0, 0.2), 3: (0.03, 0.2), 4: (0.03, 0.2)},
    "follow": {0: (10.0, 0.0)},
    "another": {0: (0.1, 0.0)},
    "pace": {0: (15.0, 0.0)},
    "fear": {0: (10.0, 0.0)},
    "hope": {0: (0.15, 0.0)},
}
"""How much the weights are varied at first, by name and place: a constant part, and one that is
divided by the turns left."""
Place = tuple[str, int, int]
"""A weight by name and place, and whether its change is divided by the turns left."""
POPULATION = 24
ELITE = 7


class Seats(Strategy):
    """A strategy of its own for each seat."""

    def __init__(self, strategies: list[Strategy]) -> None:
        self.strategies = strategies

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self.strategies[seat].choose(state, seat, rng)


def strength(players: int, weights: Weights, rival: Weights, games: int, luck: str) -> float:
    """The mean points alone, or what is won by over the best of the others, over all levels."""
    horizon = chances_for(players, "estimate")
    own, other = (Chances(some, turns(players)) for some in (weights, rival))
    total = 0.0
    for level in LEVELS:
        start = GAME.new(players, {"level": level})
        planner = Planner(start.sheet, players, own, horizon)
        others = Planner(start.sheet, players, other, horizon)
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
    found = {name: [list(row) for row in rows] for name, rows in mean.items()}
    for (name, place, late), change in changes.items():
        for left, row in enumerate(found[name], 1):
            row[place] += change / left if late else change
    return found


def tune(players: int, games: int, rounds: int) -> Weights:
    mean = weights_for(players, "choice")
    spread: dict[Place, float] = {
        (name, place, late): VARIED[name][place][late]
        for name in VARIED
        for place in VARIED[name]
        for late in (0, 1)
        if VARIED[name][place][late] and place < len(mean[name][0]) - (name in KINDS)
    }
    luck = random.Random(f"tune {players}")
    for number in range(rounds):
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


# --- Parts of a position, for the fit ---

Part = tuple[str, int, int]
"""A kind of part, its key, and which one of its kind it is."""
SYMBOLS = {"G": "gem", "T": "pile", "B": "bomb", "F": "flag"}


def parts(outlook: Outlook, state: Dizzle, seat: int) -> list[Part]:
    """All parts of a seat's points that are still open."""
    sheet = state.sheet
    base = seat * sheet.stride
    work = outlook.prepare(state, seat)
    outlook.flood(work, 0)
    found: list[Part] = []
    for group in range(sheet.set_count):
        lost = any(
            sheet.sets[group * sheet.words + w] & state.board[base + sheet.exploded + w]
            for w in range(sheet.words)
        )
        key = int(outlook.set_key_of(work, 0, group))
        if key and not lost:
            found.append(("set", key, group))
    for cell, position in enumerate(sheet.plan.cells()):
        kind = SYMBOLS.get(sheet.plan.token(position)[1:2])
        w = base + cell // WORD
        used = state.board[w] | state.board[w + sheet.exploded]
        if kind is not None and not used >> cell % WORD & 1:
            own, rival = outlook.level_of(work, outlook.levels, cell), 0
            if kind in ("bomb", "flag") and state.seats > 1:
                rival = int(outlook.level_of(work, outlook.rivals, cell))
            found.append((kind, int(cell_key(own, rival)), cell))
    return found


def free_cells(outlook: Outlook, state: Dizzle, seat: int) -> int:
    return int(outlook.free_cells(state, seat, outlook.prepare(state, seat), 0))


def points_of(state: Dizzle, kind: str, which: int) -> float:
    """The weight of a part in the fit."""
    plan = state.sheet.plan
    if kind == "set":
        return float(plan.sets()[which][1])
    if kind == "gem":
        return float(plan.gems[plan.token(plan.cells()[which])[2]])
    return 1.0


def share(state: Dizzle, seat: int, kind: str, which: int, before: Dizzle) -> float:
    """What became of a part that was open `before`: its share of the points, from 0 to 1."""
    sheet = state.sheet
    base = seat * sheet.stride
    if kind == "set":
        start = which * sheet.words
        missing = [sheet.sets[start + w] & ~state.board[base + w] for w in range(int(sheet.words))]
        return 0.0 if any(missing) else 1.0
    bit = 1 << which % WORD
    if kind == "bomb" and state.seats > 1:
        return 1.0 if state.board[base + sheet.exploded + which // WORD] & bit else 0.0
    if kind == "flag":
        flag = [int(cell) for cell in sheet.flag_cells].index(which)
        rank = int(state.board[base + sheet.flag_ranks + flag])
        places = range(sheet.flag_ranks + flag, len(before.board), sheet.stride)
        taken = sum(before.board[place] > 0 for place in places)
        return sheet.plan.flag[rank - 1] / sheet.plan.flag[taken] if rank else 0.0
    return 1.0 if state.board[base + which // WORD] & bit else 0.0


Counts = dict[tuple[int, int, int], list[float]]
"""By turns left, key and free cells: the points that were open, and those that were gained of them
(lost, for piles and bombs)."""


class Lessons:
    """What many games of one number of players have shown."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.counts: dict[str, Counts] = defaultdict(dict)
        self.positions: list[tuple[Dizzle, int, list[float], list[int]]] = []
        """Positions between turns with their level, the final shares and points."""

    def play(self, planner: Planner, level: int, percent: int, rng: Rng) -> None:
        """Plays a game, in which so many decisions of the first turns are random."""
        state = GAME.new(self.players, {"level": level})
        mistaken = Mistaken(planner, percent)
        seen: list[tuple[Dizzle, list[list[Part]]]] = []
        turn = 0
        wild = rng.below(turns(self.players))
        while True:
            play_out(state, mistaken if turn <= wild else planner, rng, turn)
            if state.turn() == OVER:
                break
            if turn > wild or percent == 0:
                seats = range(self.players)
                open_now = [parts(planner.horizon, state, seat) for seat in seats]
                seen.append((state.copy(), open_now))
            turn += 1
        for before, all_parts in seen:
            self.positions.append((before, level, values(state), state.scores()))
            left = int(before.turns_left)
            for seat, there in enumerate(all_parts):
                free = free_cells(planner.horizon, before, seat)
                for kind, key, which in there:
                    entry = self.counts[kind].setdefault((left, key, free), [0.0, 0.0])
                    points = points_of(before, kind, which)
                    entry[0] += points
                    entry[1] += points * share(state, seat, kind, which, before)


# --- The fit ---

RIDGE = 3.0
"""How strongly weights are held where they were, if there is little data."""


Row = tuple[list[float], float, float]
"""Terms, the points that were open, and those that were gained."""


def rows_of(kind: str, left: int, counts: Counts) -> list[Row]:
    """What was seen with so many turns left."""
    return [
        ([*terms(kind, key), free_term(left, free)], seen[0], seen[1])
        for (turns_left, key, free), seen in sorted(counts.items())
        if turns_left == left
    ]


def regress(rows: list[Row], start: list[float]) -> list[float]:
    """Logistic regression by Newton's method."""
    size = len(start)
    weights = list(start)
    for _ in range(30):
        gradient = [RIDGE * (start[i] - weights[i]) for i in range(size)]
        curve = [[RIDGE if i == j else 0.0 for j in range(size)] for i in range(size)]
        for found, seen, gained in rows:
            p = 1 / (1 + math.exp(-max(min(odds(weights, found), 30.0), -30.0)))
            for i, a in enumerate(found):
                gradient[i] += (gained - seen * p) * a
                for j, b in enumerate(found):
                    curve[i][j] += seen * p * (1 - p) * a * b
        step = solve(curve, gradient)
        longest = max(map(abs, step))
        damping = min(1.0, 1.0 / longest) if longest else 1.0
        weights = [weight + damping * part for weight, part in zip(weights, step, strict=True)]
        if longest < 1e-6:
            break
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(size):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def best_spread(results: list[tuple[int, list[float], list[float]]]) -> list[float]:
    """The two numbers of `spread` with which the shares of victory are most likely."""

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


def fit(players: int, games: int, rounds: int) -> Weights:
    weights = weights_for(players, "estimate")
    choice = chances_for(players, "choice")
    lessons = Lessons(players)
    estimate = Chances(weights, turns(players))
    for number in range(rounds):
        percent = 15 * (number % 3)
        for level in LEVELS:
            planner = Planner(GAME.new(players, {"level": level}).sheet, players, choice, estimate)
            for game in range(games):
                lessons.play(planner, level, percent, seeded("fit", players, number, level, game))
    found: Weights = {}
    for kind in KINDS:
        found[kind] = [
            regress(rows_of(kind, left, lessons.counts[kind]), start)
            for left, start in enumerate(weights[kind], 1)
        ]
    found["spread"] = weights["spread"]
    check(players, found, lessons)
    return found


def check(players: int, weights: Weights, lessons: Lessons) -> None:
    """Fits the spread, and prints how far estimates are off on each level."""
    estimate = Chances(weights, turns(players))
    planners = {
        level: Planner(
            GAME.new(players, {"level": level}).sheet,
            players,
            chances_for(players, "choice"),
            estimate,
        )
        for level in LEVELS
    }
    results: list[tuple[int, list[float], list[float]]] = []
    errors: dict[tuple[int, int], list[float]] = defaultdict(list)
    for state, level, shares, scores in lessons.positions:
        left = int(state.turns_left)
        points = [planners[level].points(state, seat) / ONE for seat in range(players)]
        results.append((left, points, shares))
        for own, score in zip(points, scores, strict=True):
            errors[level, left].append(score - own)
    for (level, left), found in sorted(errors.items()):
        off = sum(found) / len(found)
        deviation = math.sqrt(sum((error - off) ** 2 for error in found) / len(found))
        print(f"level {level}, {left} turns left: {off:.2f} ± {deviation:.2f}", file=sys.stderr)
    if players > 1:
        weights["spread"] = [best_spread(results[:4000])]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["tune", "fit"])
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=60, help="games a level, and a variation")
    parser.add_argument("--rounds", type=int, default=12)
    chosen = parser.parse_args()
    if chosen.what == "tune":
        found = tune(chosen.players, chosen.games, chosen.rounds)
        print(show(chosen.players, "choice", found))
    else:
        found = fit(chosen.players, chosen.games, chosen.rounds)
        print(show(chosen.players, "estimate", found))


if __name__ == "__main__":
    main()
