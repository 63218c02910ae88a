"""Plays games and counts how their categories end."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE
from cubilete.core.strategy import Strategy
from cubilete.games.seis_dados.policy.laws import KNOTS, ROWS
from cubilete.games.seis_dados.policy.strategy import SeisDadosStrategy
from cubilete.games.seis_dados.rules import SeisDados, boxes_in, grade_of
from cubilete.games.seis_dados.scoring import NOBODY, point_of
from cubilete.games.seis_dados.tables import CATEGORY_COUNT, JOKERS

Sums = list[list[float]]
"""A row for each of the KNOTS, as long as ROWS says."""

LEAST_SLOPE = 0.005
"""Where a point is worth less than this, the game is decided and tells nothing about jokers."""


def sums(table: str) -> Sums:
    return [[0.0] * ROWS[table] for _ in KNOTS]


@dataclass
class Counts:
    noted: Sums = field(default_factory=lambda: sums("noter"))
    """How many times a grade was the only one noted when another seat's turn came."""
    noter: Sums = field(default_factory=lambda: sums("noter"))
    """How many of these times its seat took the point."""
    nobody: Sums = field(default_factory=lambda: sums("nobody"))
    """How many of these times nobody did."""
    last: Sums = field(default_factory=lambda: sums("last"))
    """What the last of three noted."""
    free: Sums = field(default_factory=lambda: sums("free_nobody"))
    free_nobody: Sums = field(default_factory=lambda: sums("free_nobody"))
    jokers: Sums = field(default_factory=lambda: sums("jokers"))
    slopes: Sums = field(default_factory=lambda: sums("joker_use"))
    """What points were worth where the use of jokers was valued."""
    joker_use: Sums = field(default_factory=lambda: sums("joker_use"))
    """What jokers were worth there."""

    def fade(self, share: float) -> None:
        """Makes all that was counted so far count for a share of itself."""
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


# --- Games ---


@dataclass(frozen=True)
class Note:
    """A turn: who noted what, with how many boxes and jokers at its start."""

    seat: int
    boxes: int
    jokers: int
    category: int
    grade: int


def play(start: SeisDados, players: list[Strategy], rng: Rng) -> tuple[SeisDados, list[Note]]:
    """A game; returns its end and all notes in order."""
    state = start.copy()
    notes: list[Note] = []
    state.advance(CHANCE, state.sample(rng))
    while not state.over:
        seat = int(state.current)
        boxes, jokers = int(boxes_in(state.free(seat))), int(state.jokers_of(seat))
        code = play_turn(state, players[seat], rng)
        category = code >> 9
        notes.append(Note(seat, boxes, jokers, category, int(grade_of(state, seat, category))))
    return state, notes


def play_turn(state: SeisDados, player: Strategy, rng: Rng) -> int:
    """A turn of the current seat; returns the code of its note."""
    seat = int(state.current)
    free = state.free(seat)
    code = -1
    while state.free(seat) == free:
        state.advance(CHANCE, state.sample(rng))
        code = int(player.choose(state, seat, rng))
        state.advance(seat, code)
    return code


def count(counts: Counts, end: SeisDados, notes: list[Note]) -> None:
    """Counts how a game ended."""
    categories = [c for c in range(CATEGORY_COUNT) if end.in_use >> c & 1 and c != JOKERS]
    takers = {c: int(point_of(c, end.values, end.seats)) for c in categories}
    noted: dict[int, list[Note]] = {category: [] for category in categories}
    for note in notes:
        add(counts.jokers, note.boxes, note.jokers * 7 + int(end.jokers_of(note.seat)))
        for category, before in noted.items():
            taker = takers[category]
            others = [earlier for earlier in before if earlier.seat != note.seat]
            if not before:
                add(counts.free, note.boxes, category)
                add(counts.free_nobody, note.boxes, category, taker == NOBODY)
            elif len(before) == len(others) == 1:
                add(counts.noted, note.boxes, others[0].grade)
                add(counts.noter, note.boxes, others[0].grade, taker == others[0].seat)
                add(counts.nobody, note.boxes, others[0].grade, taker == NOBODY)
            elif len(before) == len(others) == 2:
                add(counts.last, note.boxes, int(grade_of(end, note.seat, category)))
        noted[note.category].append(note)


def value_jokers(counts: Counts, start: SeisDados, strategy: SeisDadosStrategy, rng: Rng) -> None:
    """Plays a game and values the use of jokers at the start of one turn in six."""
    state = start.copy()
    state.advance(CHANCE, state.sample(rng))
    while not state.over:
        if rng.below(6) == 0:
            boxes = int(boxes_in(state.free(state.current)))
            worth, slope = strategy.use_of_jokers(state)
            if slope > LEAST_SLOPE:
                for left in range(7):
                    add(counts.slopes, boxes, left, slope)
                    add(counts.joker_use, boxes, left, worth[left] - worth[0])
        play_turn(state, strategy, rng)
