"""A casual player of Dizzle: takes what lies next to its dice. This module is compiled.

It likes gems, flags, keys and rockets, and cells of rows and puzzles that are half done; it looks
one die ahead, and rolls again while it has little to lose.
"""

from typing import Final, final

from mypy_extensions import i64

from cubilete.core.bits import count_of
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.scoring import SOLO_BOMB, flags_taken
from cubilete.games.dizzle.tables import (
    BIT,
    DIE,
    QUIT_CODE,
    REROLL_CODE,
    RETURN,
    WORD,
    Sheet,
    faces_shown,
)

PLAIN: Final = 1
"""What a cell without anything is liked. All likings are in tenths of a point."""
WAY_ON: Final = 25
"""What keys and rockets are liked."""
LITTLE: Final = 20
"""A die that is liked no more than this is risked for another roll."""


@final
class Casual(Strategy):
    def __init__(self, sheet: Sheet, seats: i64) -> None:
        self.sheet: Sheet = sheet
        self.seats: i64 = seats

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Dizzle)
        if state.fits == 0:
            return REROLL_CODE if self.least_placed(state, seat) <= LITTLE else QUIT_CODE
        best: i64 = -1
        most: i64 = 0
        for w in range(self.sheet.words):
            rest: i64 = state.candidates(seat, w)
            while rest:
                cell: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                liked: i64 = self.liking(state, seat, cell)
                if state.step == RETURN:
                    liked = -liked
                elif state.kind() == 0:
                    liked += self.best_after(state, seat, cell) // 2
                if best < 0 or liked > most:
                    best, most = cell, liked
        return state.kind() + self.sheet.position_of[best]

    def liking(self, state: Dizzle, seat: i64, cell: i64) -> i64:
        """How much the seat likes a cell, wherever it is."""
        sheet = self.sheet
        words: i64 = sheet.words
        base: i64 = seat * sheet.stride
        w: i64 = cell // WORD
        bit: i64 = BIT[cell % WORD]
        liked: i64 = PLAIN
        for single in range(sheet.single_count):
            if sheet.singles[single * words + w] & bit:
                liked += 10 * sheet.single_points[single]
        if sheet.bombs[w] & bit:
            liked += 10 * SOLO_BOMB if self.seats == 1 else -5 * sheet.bomb_points
        if sheet.rockets[w] & bit:
            liked += WAY_ON
        for colour in range(sheet.key_colours):
            if sheet.keys[colour * words + w] & bit:
                liked += WAY_ON
        for flag in range(sheet.flag_colours):
            if sheet.flag_cells[flag] == cell:
                taken: i64 = flags_taken(sheet, state.board, self.seats, flag)
                if taken < self.seats:
                    liked += 10 * sheet.flag_points[taken]
        for group in range(sheet.set_count):
            if sheet.sets[group * words + w] & bit:
                size: i64 = 0
                missing: i64 = 0
                for v in range(words):
                    cells: i64 = sheet.sets[group * words + v]
                    done: i64 = state.board[base + v] | state.board[base + sheet.dice + v]
                    size += count_of(cells)
                    missing += count_of(cells & ~done)
                if 2 * missing <= size:
                    liked += 10 * sheet.set_points[group] // (missing + 1)
        return liked

    def best_after(self, state: Dizzle, seat: i64, cell: i64) -> i64:
        """The best liking of a die that fits next to this cell, of those on the table."""
        sheet = self.sheet
        table: i64 = state.table - DIE[sheet.face_of[cell]]
        shown: i64 = faces_shown(table) * sheet.words
        start: i64 = seat * sheet.stride + sheet.open
        best: i64 = 0
        for w in range(sheet.words):
            near: i64 = 0
            if w == sheet.near_word[cell]:
                near = sheet.near_low[cell]
            elif w == sheet.near_word[cell] + 1:
                near = sheet.near_high[cell]
            rest: i64 = near & state.board[start + w] & sheet.by_faces[shown + w]
            while rest:
                liked: i64 = self.liking(state, seat, w * WORD + count_of((rest & -rest) - 1))
                rest &= rest - 1
                if liked > best:
                    best = liked
        return best

    def least_placed(self, state: Dizzle, seat: i64) -> i64:
        """The liking of the die that the seat would return; 0 if it has none."""
        sheet = self.sheet
        least: i64 = 0
        some: bool = False
        for w in range(sheet.words):
            rest: i64 = state.board[seat * sheet.stride + sheet.dice + w]
            while rest:
                liked: i64 = self.liking(state, seat, w * WORD + count_of((rest & -rest) - 1))
                rest &= rest - 1
                if not some or liked < least:
                    least, some = liked, True
        return least
