"""Learns what the positions of the shipped sheets are worth (`data/lessons.bin` of the policy).

The strategy plays games against itself, with some random decisions, and the weights of the signs
are fitted to how these games end (`Regression`). The next games are played by the strategy with
what was learned before. The strategy of the shipped weights begins, so what is learned here does
not change `normal`.

With others, the weights are fitted to the ends of the second games too. Alone, the second games
only give positions, and the weights are learned backwards (`look_back`): one turn is played from
each position, with what was learned for one turn less, and the weights are fitted to the points
expected after it. One turn has a small part of the luck of the rest of a game, so the weights are
more exact; and the turn is played by what was learned last, not by what was learned before. Then
all is learned backwards again (`learn_again`), from positions of games that these weights play:
`expert` meets such positions, not those of weaker games. On some sheets that gains most of a point,
on others it loses as much, so the second weights are kept only where they play better (`better`).
"""

import json
import math
from collections.abc import Callable, Iterator
from importlib import resources
from statistics import mean, stdev

from cubilete.core.rng import Rng, seeded
from cubilete.core.state import State
from cubilete.core.strategy import Mistaken, Strategy, play_out
from cubilete.games.dizzle.policy import DEEP, QUICK, THOROUGH, chances_for
from cubilete.games.dizzle.policy.lesson import UNIT, Lesson, Signs
from cubilete.games.dizzle.policy.lessons import Key, Rows, key_of
from cubilete.games.dizzle.policy.outlook import ONE
from cubilete.games.dizzle.policy.strategy import Planner
from cubilete.games.dizzle.ranks import FOLDERS
from cubilete.games.dizzle.rules import ROUNDS, Dizzle, new_game
from cubilete.games.dizzle.setup import LEVELS, read_level, sheet_of
from cubilete.games.dizzle.tables import Sheet
from cubilete.study.learning.dizzle_regression import Regression

PLAYERS = (1, 2, 3, 4)
GAMES = {1: (8_000, 40_000), 2: (2_000, 5_000), 3: (1_200, 3_500), 4: (1_000, 3_000)}
"""How many games are played, by the number of players: first with the outlook, then with what was
learned from these. Each seat of a game is a sample."""
STEPS = len(FOLDERS) * len(LEVELS) * len(PLAYERS)
MISTAKES = 10
"""The percentage of random decisions. Without them, what the strategy never does is not learned."""
PENALTY = 30.0
"""Of a squared weight (in points), as much as the squared error of a sample."""
LIGHT_PENALTY = 3.0
"""The same where samples have the luck of one turn only."""
SAMPLES = 4
"""How often the turn after a position is played when solo sheets are learned again."""
LARGEST = 32_767
"""Weights are stored in 16 bits."""


class Explorer(Strategy):
    """Plays as a planner does, with mistakes."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner
        self.mistaken = Mistaken(planner, MISTAKES)

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self.mistaken.choose(state, seat, rng)

    def turn_number(self, state: State) -> int:
        return self.planner.turn_number(state)


def study(sheet: Sheet, players: int, planner: Planner, games: int, *luck: str | int) -> Rows:
    """The weights that fit these games best, by the turns left from one on."""
    signs = Signs(sheet, players)
    strategy = Explorer(planner)
    turns = int(ROUNDS[players]) * players
    regressions = [Regression(signs) for _ in range(1, turns)]
    for game in range(games):
        state = new_game(sheet, players)
        rng = seeded("lesson", players, *luck, game)
        seen: list[tuple[Regression, int, list[int]]] = []
        for turn in range(1, turns):
            play_out(state, strategy, rng, turn)
            if state.over:
                break
            regression = regressions[int(state.turns_left) - 1]
            seen += [
                (regression, seat, regression.signs_of(state, seat)) for seat in range(players)
            ]
        play_out(state, strategy, rng)
        scores = state.scores()
        for regression, seat, found in seen:
            regression.add(found, scores[seat])
    return [stored(regression.solve(PENALTY)) for regression in regressions]


def stored(weights: list[float]) -> list[int]:
    return [max(min(round(weight * UNIT), LARGEST), -LARGEST) for weight in weights]


def positions(
    sheet: Sheet, players: int, planner: Planner, games: int, *luck: str | int
) -> list[list[Dizzle]]:
    """Positions between two turns, by the turns left from one on."""
    strategy = Explorer(planner)
    turns = int(ROUNDS[players]) * players
    found: list[list[Dizzle]] = [[] for _ in range(1, turns)]
    for game in range(games):
        state = new_game(sheet, players)
        rng = seeded("position", players, *luck, game)
        for turn in range(1, turns):
            play_out(state, strategy, rng, turn)
            if state.over:
                break
            found[int(state.turns_left) - 1].append(state.copy())
    return found


def look_back(
    sheet: Sheet, players: int, found: list[list[Dizzle]], samples: int, *luck: str | int
) -> Rows:
    """The weights that fit one turn from each of these positions best, on average over so many
    samples of it, by the turns left from one on."""
    signs = Signs(sheet, players)
    rows: Rows = []
    for left, states in enumerate(found, start=1):
        planner = planner_with(sheet, players, rows)
        regression = Regression(signs)
        rng = seeded("turn", players, *luck, left)
        for state in states:
            total = [0] * players
            for _ in range(samples):
                end = state.copy()
                play_out(end, planner, rng, planner.turn_number(end) + 1)
                for seat, points in enumerate(expected_points(planner, end)):
                    total[seat] += points
            for seat in range(players):
                regression.add(regression.signs_of(state, seat), total[seat] // samples)
        rows.append(stored([weight / ONE for weight in regression.solve(LIGHT_PENALTY)]))
    return rows


def expected_points(planner: Planner, state: Dizzle) -> list[int]:
    """Of every seat after a turn, in parts of `ONE`."""
    if state.over:
        return [points * ONE for points in state.scores()]
    return [int(planner.points(state, seat)) for seat in range(int(state.seats))]


def planner_with(sheet: Sheet, players: int, rows: Rows, depth: int = THOROUGH) -> Planner:
    """The strategy that the games are played by once something was learned."""
    lesson = Lesson(Signs(sheet, players), rows)
    return Planner(sheet, players, chances_for(players), depth, lesson)


def learn_sheet(sheet: Sheet, players: int, games: tuple[int, int], seed: int) -> Rows:
    first, second = games
    beginner = Planner(sheet, players, chances_for(players), QUICK)
    planner = planner_with(sheet, players, study(sheet, players, beginner, first, seed, 1))
    if players > 1:
        return study(sheet, players, planner, second, seed, 2)
    rows = look_back(sheet, players, positions(sheet, players, planner, second, seed), 1, seed)
    again = learn_again(sheet, players, rows, second, seed)
    return better(sheet, players, rows, again, max(second // 4, 2), seed)


def learn_again(sheet: Sheet, players: int, rows: Rows, games: int, seed: int) -> Rows:
    """The weights from the positions of games that are played by weights learned before."""
    planner = planner_with(sheet, players, rows)
    found = positions(sheet, players, planner, games, seed, "again")
    return look_back(sheet, players, found, SAMPLES, seed, "again")


def better(sheet: Sheet, players: int, rows: Rows, again: Rows, games: int, seed: int) -> Rows:
    """The second weights, if the strategy that `expert` keeps to has more points by them in the
    same deals, by more than a standard error; otherwise the first."""
    planners = [planner_with(sheet, players, each, DEEP) for each in (rows, again)]
    gains: list[float] = []
    for game in range(games):
        points: list[int] = []
        for planner in planners:
            state = new_game(sheet, players)
            play_out(state, planner, seeded("better", seed, game))
            points.append(state.scores()[0])
        gains.append(points[1] - points[0])
    return again if mean(gains) > stdev(gains) / math.sqrt(len(gains)) else rows


def learn(
    seed: int,
    games: dict[int, tuple[int, int]] = GAMES,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[tuple[Key, Rows]]:
    """The weights of all shipped sheets and numbers of players. A sheet that is shipped twice is
    learned once."""
    found: set[Key] = set()
    done = 0
    for folder in FOLDERS:
        for level in LEVELS:
            file = resources.files("cubilete.games.dizzle").joinpath(f"{folder}/level-{level}.txt")
            material = read_level(file.read_text(encoding="utf-8"))
            for players in PLAYERS:
                key = key_of(material, players)
                if key not in found:
                    found.add(key)
                    sheet = sheet_of(json.dumps(material))
                    yield key, learn_sheet(sheet, players, games[players], seed)
                done += 1
                progress(done, STEPS)
