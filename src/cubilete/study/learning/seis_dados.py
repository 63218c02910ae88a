"""Learns the laws of laws.py from games that a strategy plays against itself.

`learn` starts from games of the casual player and repeats: count how the categories ended, play
with what was counted. The counts of a round are added to a share of those before.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE
from cubilete.core.strategy import Strategy
from cubilete.games.seis_dados.policy.casual import CasualPlayer
from cubilete.games.seis_dados.policy.laws import KNOTS, ROWS, SCALE, Laws, Stored
from cubilete.games.seis_dados.policy.strategy import SeisDadosStrategy
from cubilete.games.seis_dados.rules import SeisDados, boxes_in, grade_of, new_game
from cubilete.games.seis_dados.scoring import NOBODY, point_of
from cubilete.games.seis_dados.tables import CATEGORY_COUNT, GRADE_START, JOKERS

ALL = (1 << CATEGORY_COUNT) - 1
BASIC = (1 << 18) - 1
STARTS: dict[str, tuple[int, int, bool]] = {
    "two": (2, BASIC, False),
    "lowest": (2, BASIC, True),
    "three": (3, BASIC, False),
    "two-all": (2, ALL, False),
    "lowest-all": (2, ALL, True),
    "three-all": (3, ALL, False),
}
"""The games that are played for each law of the file: seats, categories, fewest points win."""


@dataclass
class Turn:
    seat: int
    boxes: int
    jokers: int
    category: int
    grade: int


CASUAL_SHARE = 0
Sums = list[list[float]]


def sums(width: int) -> Sums:
    return [[0.0] * width for _ in KNOTS]


@dataclass
class Counts:
    """What was counted, by knot: how many times, and how many times it was so."""

    noted: Sums = field(default_factory=lambda: sums(ROWS["noter"]))
    noter: Sums = field(default_factory=lambda: sums(ROWS["noter"]))
    nobody: Sums = field(default_factory=lambda: sums(ROWS["nobody"]))
    last: Sums = field(default_factory=lambda: sums(ROWS["last"]))
    free: Sums = field(default_factory=lambda: sums(ROWS["free_nobody"]))
    free_nobody: Sums = field(default_factory=lambda: sums(ROWS["free_nobody"]))
    jokers: Sums = field(default_factory=lambda: sums(ROWS["jokers"]))
    turns: Sums = field(default_factory=lambda: sums(ROWS["joker_use"]))
    joker_use: Sums = field(default_factory=lambda: sums(ROWS["joker_use"]))

    def fade(self, share: float) -> None:
        for table in vars(self).values():
            for row in table:
                row[:] = [number * share for number in row]


def knots(boxes: int) -> Iterator[tuple[int, float]]:
    """The rows that a number of boxes counts for, with its weight in each."""
    for place, knot in enumerate(KNOTS):
        if knot == boxes:
            yield place, 1.0
        elif place and KNOTS[place - 1] < boxes < knot:
            share = (boxes - KNOTS[place - 1]) / (knot - KNOTS[place - 1])
            yield place - 1, 1.0 - share
            yield place, share


def add(table: Sums, boxes: int, column: int, number: float = 1.0) -> None:
    for place, weight in knots(boxes):
        table[place][column] += weight * number


def play(start: SeisDados, players: list[Strategy], rng: Rng) -> tuple[SeisDados, list[Turn]]:
    state = start.copy()
    turns: list[Turn] = []
    boxes = jokers = 0
    while not state.over:
        if state.turn() == CHANCE:
            if state.to_roll == 6:
                boxes = boxes_in(state.free(state.current)) if state.current >= 0 else 0
                jokers = state.jokers_of(max(state.current, 0))
            state.advance(CHANCE, state.sample(rng))
            continue
        seat = int(state.current)
        before = int(state.free(seat))
        code = int(players[seat].choose(state, seat, rng))
        state.advance(seat, code)
        if state.free(seat) != before:
            category = code >> 9
            turns.append(Turn(seat, boxes, jokers, category, grade_of(state, seat, category)))
    return state, turns


def count(counts: Counts, state: SeisDados, turns: list[Turn]) -> None:
    seats = int(state.seats)
    noted: dict[int, list[Turn]] = {}
    taker = {
        category: int(point_of(category, state.values, seats)) for category in range(CATEGORY_COUNT)
    }
    categories = [c for c in range(CATEGORY_COUNT) if state.in_use >> c & 1 and c != JOKERS]
    for turn in turns:
        add(counts.jokers, turn.boxes, turn.jokers * 7 + int(state.jokers_of(turn.seat)))
        for category in categories:
            before = noted.get(category, [])
            nobody = taker[category] == NOBODY
            if not before:
                add(counts.free, turn.boxes, category)
                add(counts.free_nobody, turn.boxes, category, nobody)
            elif len(before) == 1 and turn.seat != before[0].seat:
                grade = before[0].grade
                add(counts.noted, turn.boxes, grade)
                add(counts.noter, turn.boxes, grade, taker[category] == before[0].seat)
                add(counts.nobody, turn.boxes, grade, nobody)
            elif len(before) == 2 and seats == 3 and turn.seat not in [t.seat for t in before]:
                last = grade_of(state, turn.seat, category)
                add(counts.last, turn.boxes, last)
        noted.setdefault(turn.category, []).append(turn)


# --- From counts to laws ---


def near(table: Sums, width: float) -> Sums:
    """Adds to each number what neighbouring grades of its category and other knots have."""
    found = sums(len(table[0]))
    for category in range(CATEGORY_COUNT):
        first, end = int(GRADE_START[category]), int(GRADE_START[category + 1])
        span = width * (end - first)
        for place in range(len(KNOTS)):
            for grade in range(first, end):
                total = 0.0
                for knot in range(len(KNOTS)):
                    far = 0.05 ** abs(knot - place)
                    for other in range(first, end):
                        weight = 0.5 ** (abs(other - grade) / span)
                        if far * weight > 1e-4:
                            total += table[knot][other] * weight * far
                found[place][grade] = total
    return found


def ratio(part: Sums, whole: Sums, usual: float) -> Sums:
    return [
        [(a + usual) / (b + 1.0) for a, b in zip(ones, all_of_them, strict=True)]
        for ones, all_of_them in zip(part, whole, strict=True)
    ]


def rising(row: list[float], weights: list[float]) -> list[float]:
    """The nearest row that never falls (pool adjacent violators)."""
    pools: list[tuple[float, float, int]] = []
    for number, weight in zip(row, weights, strict=True):
        pool = (number, weight + 1e-9, 1)
        while pools and pools[-1][0] > pool[0]:
            mean, heavy, size = pools.pop()
            total = heavy + pool[1]
            pool = ((mean * heavy + pool[0] * pool[1]) / total, total, size + pool[2])
        pools.append(pool)
    return [mean for mean, _, size in pools for _ in range(size)]


def make_rising(table: Sums, weights: Sums) -> None:
    for row, weight in zip(table, weights, strict=True):
        for category in range(CATEGORY_COUNT):
            here = slice(int(GRADE_START[category]), int(GRADE_START[category + 1]))
            row[here] = rising(row[here], weight[here])


def stored(counts: Counts, seats: int) -> Stored:
    width = 0.03
    whole = near(counts.noted, width)
    noter = ratio(near(counts.noter, width), whole, 0.5 if seats == 2 else 0.33)
    nobody = ratio(near(counts.nobody, width), whole, 0.1)
    if seats == 2:
        not_beaten = [
            [a + b for a, b in zip(x, y, strict=True)] for x, y in zip(noter, nobody, strict=True)
        ]
        make_rising(noter, whole)
        make_rising(not_beaten, whole)
        nobody = [
            [max(b - a, 0.0) for a, b in zip(x, y, strict=True)]
            for x, y in zip(noter, not_beaten, strict=True)
        ]
    last = near(counts.last, width)
    for row in last:
        for category in range(CATEGORY_COUNT):
            here = slice(int(GRADE_START[category]), int(GRADE_START[category + 1]))
            total = sum(row[here]) + 1e-3 * (here.stop - here.start)
            row[here] = [(number + 1e-3) / total for number in row[here]]
    jokers = [list(row) for row in counts.jokers]
    for place, row in enumerate(jokers):
        for left in range(7):
            here = slice(left * 7, left * 7 + 7)
            everywhere = [
                sum(0.02 ** abs(k - place) * counts.jokers[k][i] for k in range(len(KNOTS)))
                for i in range(here.start, here.stop)
            ]
            prior = [0.5 / (left + 1) if i <= left else 0.0 for i in range(7)]
            both = [a + b for a, b in zip(everywhere, prior, strict=True)]
            row[here] = [number / sum(both) for number in both]
    turns = counts.turns
    tables = {
        "noter": noter,
        "nobody": nobody,
        "last": last,
        "free_nobody": ratio(counts.free_nobody, counts.free, 0.1),
        "jokers": jokers,
        "joker_use": joker_use(counts.joker_use, turns),
    }
    return {
        name: [[round(number * SCALE) for number in row] for row in table]
        for name, table in tables.items()
    }


def joker_use(total: Sums, turns: Sums) -> Sums:
    found = sums(7)
    for place in range(len(KNOTS)):
        for left in range(7):
            guess = 0.12 * left / (1.0 + left / KNOTS[place] / 2)
            counted = turns[place][left]
            found[place][left] = (total[place][left] + guess) / (counted + 1.0)
    return found


def learn_joker_use(counts: Counts, strategy: SeisDadosStrategy, state: SeisDados) -> None:
    boxes = boxes_in(state.free(state.current))
    worth, slope = strategy.use_of_jokers(state)
    if slope > 0.005:
        for left in range(7):
            add(counts.turns, boxes, left, slope)
            add(counts.joker_use, boxes, left, worth[left] - worth[0])


def sample_turns(counts: Counts, start: SeisDados, strategy: SeisDadosStrategy, rng: Rng) -> None:
    """Plays a game and values the jokers at the start of one turn in six."""
    state = start.copy()
    while not state.over:
        if state.turn() == CHANCE:
            if state.first >= 0 and state.kept == 0 and state.repetitions == 0 and not rng.below(6):
                learn_joker_use(counts, strategy, state)
            state.advance(CHANCE, state.sample(rng))
        else:
            seat = int(state.current)
            state.advance(seat, strategy.choose(state, seat, rng))


def learn(
    name: str, rounds: int, games: int, seed: int, progress: Callable[[str], None] = print
) -> Stored:
    """The laws of one of STARTS, after this many rounds of games."""
    seats, in_use, lowest = STARTS[name]
    start = new_game(seats, in_use, lowest, 0)
    counts = Counts()
    casual: Strategy = CasualPlayer()
    rng = seeded("laws", name, seed)
    for _ in range(games // 4):
        count(counts, *play(start, [CasualPlayer()] * seats, rng))
    laws = stored(counts, seats)
    for number in range(rounds):
        counts.fade(0.1 if number == 0 else 0.4)
        strategy = SeisDadosStrategy(start, Laws(laws))
        for _ in range(games):
            players = [casual if rng.below(100) < CASUAL_SHARE else strategy for _ in range(seats)]
            count(counts, *play(start, players, rng))
        for _ in range(games // 10):
            sample_turns(counts, start, strategy, rng)
        laws = stored(counts, seats)
        progress(f"{name}: round {number + 1} of {rounds}")
    return laws


def learn_all(rounds: int = 8, games: int = 2000, seed: int = 1) -> str:
    """The text of data/laws.json."""
    found = {name: learn(name, rounds, games, seed) for name in STARTS}
    return json.dumps(found, separators=(",", ":")) + "\n"
