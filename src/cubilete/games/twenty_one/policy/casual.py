"""Players weaker than the strategy: one does not calculate, one sees its own sheet only."""

from typing import Final, final

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.twenty_one.policy.outlook import Outlook
from cubilete.games.twenty_one.policy.strategy import (
    TwentyOneStrategy,
    boxes_left,
    fastest_rival,
)
from cubilete.games.twenty_one.rules import CROSS, REROLL, STAND, TwentyOne
from cubilete.games.twenty_one.tables import ALL_DIGITS, BIT, BOXES, FREE

FEW_BOXES: Final = 2
"""With this many boxes left in a row, or in a rival's last row, everything that fits is written."""


@final
class CasualPlayer(Strategy):
    """Stands on an exact together with another exact or near miss, one less than the printed
    number. Writes exacts and near misses, or else the nearest fit."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwentyOne)
        row: i64 = state.row_of(seat)
        note: i64 = state.note(seat, row)
        printed: i64 = state.printed(seat, row)
        roll: i64 = state.roll
        exacts: i64 = 0
        good: i64 = 0
        fitting: i64 = 0
        nearest: i64 = 0
        least_missed: i64 = BOXES
        good_count: i64 = 0
        for colour in range(BOXES):
            missed: i64 = (printed & 7) - (roll & 7)
            if note & 7 == FREE and missed >= 0:
                fitting |= BIT[colour]
                if missed <= 1:
                    good |= BIT[colour]
                    good_count += 1
                if missed == 0:
                    exacts += 1
                if missed < least_missed:
                    least_missed = missed
                    nearest = BIT[colour]
            note >>= 3
            printed >>= 3
            roll >>= 3
        free: i64 = (boxes_left(state, seat) - 1) % BOXES + 1
        if not state.writing:
            wanted: i64 = 2 if free > 1 else 1
            return STAND if exacts and good_count >= wanted else REROLL
        if free <= FEW_BOXES or fastest_rival(state, seat) <= FEW_BOXES:
            return state.roll & ALL_DIGITS[fitting]
        if good == 0:
            good = nearest
        return state.roll & ALL_DIGITS[good] if good else CROSS


@final
class OwnSheet(TwentyOneStrategy):
    """Writes what is best for its own sheet, as if the others were as fast as it is itself, and
    stands or rolls again as the casual player does."""

    def __init__(self, outlook: Outlook) -> None:
        super().__init__(outlook)
        self.casual: Final = CasualPlayer()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, TwentyOne)
        if state.writing:
            return self.write(state, seat)
        return self.casual.choose(state, seat, rng)

    def clock(self, state: TwentyOne, seat: i64) -> i64:
        return boxes_left(state, seat)
