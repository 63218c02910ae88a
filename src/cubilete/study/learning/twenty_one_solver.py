"""Computes the values of `outlook` by dynamic programming, for rivals of a given pace.

Each turn fills at least one box of every seat, so the values of a turn depend only on those of
positions in which the fastest rival has fewer boxes left.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.twenty_one.policy.outlook import (
    ALL_BOXES,
    ALL_FREE,
    COUNT,
    FIRST,
    ROLLS,
    ROW_STATES,
    Outlook,
    averages,
    block,
    sizes,
    table_size,
)
from cubilete.games.twenty_one.tables import BIT, BOXES, ROWS

MOVES: Final[i64] = BOXES + 1


@final
class Pace:
    """How the rivals move on in a turn, by the rows that the seat itself has left and the boxes
    that its fastest rival has left.

    `chances` has the probability of each number of boxes by which the fastest rival moves on,
    never beyond the row it is in; `gains` the points that a rival gains; `rerolling` is the
    probability that a turn's dice are rolled again.
    """

    def __init__(self, chances: vec[float], gains: vec[float], rerolling: float) -> None:
        self.chances: Final = chances
        self.gains: Final = gains
        self.rerolling: Final = rerolling


def pace_place(rows_left: i64, rival_left: i64) -> i64:
    return (rows_left - 1) * ALL_BOXES + rival_left - 1


def in_row(boxes_left: i64) -> i64:
    """How many of the boxes that a seat has left are in its current row."""
    return (boxes_left - 1) % BOXES + 1


@final
class Solver:
    """`lead` and `own` are counted between two turns: the points that the seat will still gain
    less those that a rival will, and the points that the seat will gain. `own_after` is counted
    after a writing, as `Outlook.ahead` is."""

    def __init__(self, players: i64, pace: Pace) -> None:
        self.pace: Final = pace
        self.active: float = 1.0 / float(players)
        self.ahead: vec[float] = vec[float]([0.0] * table_size())
        self.lead: vec[float] = vec[float]([0.0] * table_size())
        self.own: vec[float] = vec[float]([0.0] * table_size())
        self.own_after: vec[float] = vec[float]([0.0] * table_size())
        self.outlook: Outlook = Outlook(self.ahead, self.own)
        self.points: vec[float] = vec[float]([0.0] * ROLLS)

    def solve(self) -> Outlook:
        for rival_left in range(1, ALL_BOXES + 1):
            for rows_left in range(1, ROWS + 1):
                self.look_ahead(rows_left, rival_left)
                for free in range(1, ALL_FREE + 1):
                    for exacts in range(BOXES - COUNT[free] + 1):
                        self.solve_state(rows_left, rival_left, free, exacts)
        return self.outlook

    def look_ahead(self, rows_left: i64, rival_left: i64) -> None:
        """The values after a writing: averages over the moves of the fastest rival, of what the
        next turn begins with. The game is over when it has no boxes left."""
        start: i64 = block(rows_left, rival_left)
        for moved in range(1, in_row(rival_left) + 1):
            chance: float = self.pace.chances[pace_place(rows_left, rival_left) * MOVES + moved]
            if moved == rival_left or chance == 0.0:
                continue
            next_turn: i64 = block(rows_left, rival_left - moved)
            for state in range(FIRST[1], ROW_STATES):
                self.ahead[start + state] += chance * self.lead[next_turn + state]
                self.own_after[start + state] += chance * self.own[next_turn + state]
            if rows_left > 1:
                new_row: i64 = block(rows_left - 1, rival_left - moved) + FIRST[ALL_FREE]
                for state in range(FIRST[1]):
                    self.ahead[start + state] += chance * self.lead[new_row]
                    self.own_after[start + state] += chance * self.own[new_row]

    def solve_state(self, rows_left: i64, rival_left: i64, free: i64, exacts: i64) -> None:
        start: i64 = block(rows_left, rival_left)
        rolls: i64 = self.outlook.weigh(start, free, exacts)
        for roll in range(rolls):
            gained: float = float(self.outlook.gained[roll])
            self.points[roll] = gained + self.own_after[start + self.outlook.written[roll]]
        lead_again = averages(self.outlook.best, free, rolls)
        own_again = averages(self.points, free, rolls)
        lead: float = 0.0
        own: float = 0.0
        again: float = (1.0 - self.active) * self.pace.rerolling
        stand: float = (1.0 - self.active) * (1.0 - self.pace.rerolling)
        for roll in range(rolls):
            first: float = 1.0
            second: float = 1.0
            ones: i64 = 0
            place: i64 = 0
            rest: i64 = roll
            for number in range(BOXES):
                if free & BIT[number]:
                    size: i64 = sizes(number)
                    face: i64 = rest % size
                    rest //= size
                    ways: float = float(BOXES - face) if face > number else 1.0
                    first *= ways / 6.0
                    second *= 11.0 / 36.0 if face == 0 else ways * 5.0 / 36.0
                    if face == 0:
                        ones |= BIT[place]
                    place += 1
            others: float = stand * first + again * second
            lead += others * self.outlook.best[roll]
            own += others * self.points[roll]
            if self.outlook.best[roll] >= lead_again[ones]:
                lead += self.active * first * self.outlook.best[roll]
                own += self.active * first * self.points[roll]
            else:
                lead += self.active * first * lead_again[ones]
                own += self.active * first * own_again[ones]
        here: i64 = start + FIRST[free] + exacts
        self.own[here] = own
        self.lead[here] = lead - self.pace.gains[pace_place(rows_left, rival_left)]
