"""Quick decisions for Twenty One by the values of `outlook`.

`TwentyOneStrategy` makes the most of its own turn, exactly by these values: the writing and the
choice between standing and rolling again maximise the expected lead in points over a rival. Of the
others it sees only how fast they are. `Contender` looks at their sheets: it foresees what they will
write, compares chances to win, and rolls again what helps the others more.

No decision depends on the generator, or on decisions that are still sealed.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy, values
from cubilete.games.twenty_one.policy.outlook import (
    ALL_BOXES,
    COUNT,
    FIRST,
    HIGHEST,
    Outlook,
    block,
)
from cubilete.games.twenty_one.rules import CROSS, REROLL, STAND, TwentyOne
from cubilete.games.twenty_one.scoring import BONUS
from cubilete.games.twenty_one.tables import ALL_ONES, BIT, BOXES, FREE, ONE, ROWS, SETS

VARIANCE: Final = 18.0
"""The variance of the final lead of a seat over another, for each box that the fastest seat has
left; measured in games between equal seats."""
LEAST_VARIANCE: Final = 10.0


def boxes_left(state: TwentyOne, seat: i64) -> i64:
    """How many boxes of a seat's sheet are still free; 0 when it has finished."""
    row: i64 = state.row_of(seat)
    if row == ROWS:
        return 0
    note: i64 = state.note(seat, row)
    filled: i64 = (note | note >> 1 | note >> 2) & ALL_ONES
    return (ROWS - row) * BOXES - (filled * ALL_ONES >> 15 & 7)  # adds up the digits


def fastest_rival(state: TwentyOne, seat: i64) -> i64:
    """The smallest number of boxes that another seat has left."""
    least: i64 = ALL_BOXES
    for other in range(state.seats):
        if other != seat:
            left: i64 = boxes_left(state, other)
            if left < least:
                least = left
    return least


@mypyc_attr(allow_interpreted_subclasses=True)
class TwentyOneStrategy(Strategy):
    def __init__(self, outlook: Outlook) -> None:
        self.outlook: Outlook = outlook
        # What `look` finds in the current row of a seat.
        self.start: i64 = 0
        self.free: i64 = 0
        self.exacts: i64 = 0
        self.ones: i64 = 0
        self.fitting: i64 = 0
        self.numbers: vec[i64] = vec[i64]([0] * BOXES)
        self.faces: vec[i64] = vec[i64]([0] * BOXES)
        self.dice: vec[i64] = vec[i64]([0] * BOXES)
        self.exact: vec[i64] = vec[i64]([0] * BOXES)
        # The same of each subset of the dice that fit.
        self.taken: vec[i64] = vec[i64]([0] * SETS)
        self.sums: vec[i64] = vec[i64]([0] * SETS)
        self.codes: vec[i64] = vec[i64]([0] * SETS)
        self.crosses: vec[i64] = vec[i64]([0] * SETS)
        # What `best_writing` finds.
        self.value: float = 0.0

    # --- Decisions ---

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwentyOne)
        if state.writing:
            return self.write(state, seat)
        return STAND if self.margin(state, seat) >= 0.0 else REROLL

    def write(self, state: TwentyOne, seat: i64) -> i64:
        self.look(state, seat)
        # Ending the game with fewer points than another seat has already is a sure defeat.
        if state.row_of(seat) == ROWS - 1 and self.fitting == COUNT[self.free] > 1:
            return self.best_writing(best_rival(state, seat) - state.points(seat))
        return self.best_writing(0)

    def margin(self, state: TwentyOne, seat: i64) -> float:
        """By how much it is better for a seat to write what is rolled than to roll it again."""
        self.look(state, seat)
        self.best_writing(0)
        return (
            self.value - self.outlook.rerolls(self.start, self.free, self.exacts).values[self.ones]
        )

    def look(self, state: TwentyOne, seat: i64) -> None:
        """Reads the current row of a seat, and the dice of the roll that fit into it."""
        row: i64 = state.row_of(seat)
        note: i64 = state.note(seat, row)
        printed: i64 = state.printed(seat, row)
        roll: i64 = state.roll
        free: i64 = 0
        ones: i64 = 0
        exacts: i64 = 0
        fitting: i64 = 0
        for colour in range(BOXES):
            number: i64 = printed & 7
            face: i64 = roll & 7
            if note & 7 == FREE:
                free |= BIT[number - 1]
                if face == 1:
                    ones |= BIT[number - 1]
                if face <= number:
                    self.numbers[fitting] = BIT[number - 1]
                    self.faces[fitting] = face
                    self.exact[fitting] = 1 if face == number else 0
                    self.dice[fitting] = face * ONE[colour]
                    fitting += 1
            elif note & 7 == number:
                exacts += 1
            note >>= 3
            printed >>= 3
            roll >>= 3
        self.free = free
        self.exacts = exacts
        self.fitting = fitting
        self.ones = packed_bits(ones, free)
        self.start = block(ROWS - row, self.clock(state, seat))

    def clock(self, state: TwentyOne, seat: i64) -> i64:
        """In how many boxes of another seat the game is expected to end."""
        return fastest_rival(state, seat)

    def best_writing(self, missing: i64) -> i64:
        """The code of the best writing for what `look` has seen; its value is noted.

        Writings that fill the row and gain less than `missing` are left out.
        """
        start: i64 = self.start
        free: i64 = self.free
        exacts: i64 = self.exacts
        bonus: i64 = BONUS[exacts]
        code: i64 = CROSS
        best: float = self.outlook.ahead[start + FIRST[free - HIGHEST[free]] + exacts]
        self.taken[0] = 0
        self.sums[0] = 0
        self.codes[0] = 0
        self.crosses[0] = 0
        count: i64 = 1
        for place in range(self.fitting):
            number: i64 = self.numbers[place]
            face: i64 = self.faces[place]
            die: i64 = self.dice[place]
            exact: i64 = self.exact[place]
            for subset in range(count):
                taken: i64 = self.taken[subset] + number
                total: i64 = self.sums[subset] + face
                after: i64 = self.crosses[subset] + exact
                dice: i64 = self.codes[subset] + die
                self.taken[count + subset] = taken
                self.sums[count + subset] = total
                self.crosses[count + subset] = after
                self.codes[count + subset] = dice
                after += exacts
                total += BONUS[after] - bonus
                value: float = (
                    float(total) + self.outlook.ahead[start + FIRST[free - taken] + after]
                )
                if value > best and (taken != free or total >= missing):
                    best = value
                    code = dice
            count *= 2
        self.value = best
        return code

    # --- For search ---

    def shortlist(self, state: State, seat: i64, most: i64) -> list[int]:
        assert isinstance(state, TwentyOne)
        own: int = self.choose(state, seat, UNUSED)
        if not state.writing:
            return [own, STAND + REROLL - own][:most]
        ranked = [code for code, _value in self.foreseen(state, seat) if code != own]
        return [own, *ranked][:most]

    def foreseen(self, state: TwentyOne, seat: i64) -> list[tuple[int, float]]:
        """The codes of all writings and the chance to win after this turn, the best first, if the
        others write what this strategy would write for them."""
        open_turn = state.copy()
        open_turn.begin_writing()
        for other in range(state.seats):
            if other != seat:
                open_turn.seal(other, self.write(state, other))
        found: list[tuple[int, float]] = []
        for code in state.legal(seat):
            after = open_turn.copy()
            after.seal(seat, code)
            found.append((code, self.share(after, seat)))
        found.sort(key=by_share)
        return found

    def turn_number(self, state: State) -> i64:
        assert isinstance(state, TwentyOne)
        return state.turns

    def share(self, state: TwentyOne, seat: i64) -> float:
        """The seat's share of the victory, estimated between two turns."""
        return (values(state) if state.over else self.estimate(state))[seat]

    def estimate(self, state: State) -> list[float]:
        """Softmax of the expected final points. It fits the results of games better than the
        product of the chances against each other seat."""
        assert isinstance(state, TwentyOne)
        points: list[float] = []
        most: float = 0.0
        least: i64 = ALL_BOXES
        for seat in range(state.seats):
            expected: float = self.final_points(state, seat)
            points.append(expected)
            most = max(most, expected)
            least = min(least, boxes_left(state, seat))
        scale: float = 1.3 + 0.12 * float(state.seats)
        scale /= math.sqrt(VARIANCE * float(least) + LEAST_VARIANCE)
        shares = [math.exp((expected - most) * scale) for expected in points]
        total = sum(shares)
        return [share / total for share in shares]

    def final_points(self, state: TwentyOne, seat: i64) -> float:
        """The points that a seat is expected to have at the end of the game."""
        row: i64 = state.row_of(seat)
        note: i64 = state.note(seat, row)
        printed: i64 = state.printed(seat, row)
        free: i64 = 0
        exacts: i64 = 0
        for _ in range(BOXES):
            if note & 7 == FREE:
                free |= BIT[(printed & 7) - 1]
            elif note & 7 == printed & 7:
                exacts += 1
            note >>= 3
            printed >>= 3
        start: i64 = block(ROWS - row, fastest_rival(state, seat))
        return float(state.points(seat)) + self.outlook.gains[start + FIRST[free] + exacts]


@final
class Contender(TwentyOneStrategy):
    """Plays against the others as well as a strategy can that does not play games out."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwentyOne)
        if state.writing:
            return self.foreseen(state, seat)[0][0]
        others: float = 0.0
        for other in range(state.seats):
            if other != seat:
                others += self.margin(state, other)
        mine: float = self.margin(state, seat)
        return STAND if mine >= others / float(state.seats - 1) else REROLL


UNUSED: Final = Rng(0)
"""For decisions that draw no numbers."""


def by_share(found: tuple[int, float]) -> float:
    return -found[1]


def best_rival(state: TwentyOne, seat: i64) -> i64:
    """The most points that another seat has."""
    most: i64 = 0
    for other in range(state.seats):
        if other != seat:
            points: i64 = state.points(other)
            if points > most:
                most = points
    return most


def packed_bits(numbers: i64, free: i64) -> i64:
    """A subset of the free numbers, numbered as `outlook.Rerolls` does."""
    found: i64 = 0
    place: i64 = 0
    for number in range(BOXES):
        if free & BIT[number]:
            if numbers & BIT[number]:
                found |= BIT[place]
            place += 1
    return found
