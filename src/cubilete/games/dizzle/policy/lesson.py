"""The points that a seat can expect on a sheet that was learned. This module is compiled.

For the shipped sheets, the expected points of a seat are a sum of weights of *signs*: what can be
seen on the sheets, such as a crossed cell, two crossed neighbours, or a row that lacks two cells.
Each number of turns left has weights of its own. `cubilete precompute dizzle` learns them from
games. Without turns left the sum is the points themselves.

Signs are numbered. The first one always holds; those that depend on the seat's own cells follow
(`own`), then those that no die of the seat changes within a turn (`given`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.bits import count_of
from cubilete.games.dizzle.policy.chances import CERTAIN, PARTS_OF_A_TURN
from cubilete.games.dizzle.rules import ROUNDS, Dizzle
from cubilete.games.dizzle.scoring import SOLO_BOMB, flags_taken
from cubilete.games.dizzle.tables import BIT, WORD, Sheet, beside

UNIT: Final = 64
"""The parts of a point that stored weights are whole numbers of."""
MISSING: Final = 7
"""A set that lacks this many cells or more has no sign."""
RANKS: Final = 4
NONE: Final = -1


@final
class Signs:
    """The signs of a sheet for one number of players."""

    def __init__(self, sheet: Sheet, seats: i64) -> None:
        cells = int(sheet.cell_count)
        self.sheet: Sheet = sheet
        self.seats: i64 = seats
        later: list[int] = []
        numbers: list[int] = []
        count = 1 + cells
        for cell in range(cells):
            near = [other for other in neighbours(sheet, cell) if other > cell]
            for place in range(2):
                later.append(near[place] if place < len(near) else NONE)
                numbers.append(count)
                count += place < len(near)
        self.later: vec[i64] = vec[i64](later)
        """For each cell, its neighbours on the right and below, or NONE."""
        self.pair: vec[i64] = vec[i64](numbers)
        self.sets: i64 = count
        self.ranks: i64 = self.sets + sheet.set_count * MISSING
        self.open_flags: i64 = self.ranks + sheet.flag_colours * RANKS
        self.exploded: i64 = self.open_flags + sheet.flag_colours * RANKS
        self.rivals: i64 = self.exploded + sheet.cell_count
        self.count: i64 = self.exploded if seats == 1 else self.rivals + sheet.cell_count

    def own(self, state: Dizzle, seat: i64, work: vec[i64], at: i64, found: vec[i64]) -> i64:
        """Writes the signs that depend on the cells of a block that are done, and returns how
        many there are. `found` must be long enough for all signs."""
        sheet = self.sheet
        words: i64 = sheet.words
        board = state.board
        base: i64 = seat * sheet.stride
        found[0] = 0
        n: i64 = 1
        for w in range(words):
            rest: i64 = work[at + w]
            while rest:
                cell: i64 = w * WORD + count_of((rest & -rest) - 1)
                rest &= rest - 1
                found[n] = 1 + cell
                n += 1
                for place in range(2 * cell, 2 * cell + 2):
                    other: i64 = self.later[place]
                    if other >= 0 and work[at + other // WORD] & BIT[other % WORD]:
                        found[n] = self.pair[place]
                        n += 1
        for group in range(sheet.set_count):
            missing: i64 = 0
            for w in range(words):
                cells: i64 = sheet.sets[group * words + w]
                if cells & board[base + sheet.exploded + w]:
                    missing = MISSING
                missing += count_of(cells & ~work[at + w])
            if missing < MISSING:
                found[n] = self.sets + group * MISSING + missing
                n += 1
        for flag in range(sheet.flag_colours):
            rank: i64 = board[base + sheet.flag_ranks + flag]
            cell = sheet.flag_cells[flag]
            start: i64 = self.ranks
            if rank == 0:
                rank = flags_taken(sheet, board, self.seats, flag) + 1
                if work[at + cell // WORD] & BIT[cell % WORD] == 0:
                    start = self.open_flags
            found[n] = start + flag * RANKS + rank - 1
            n += 1
        return n

    def given(self, state: Dizzle, seat: i64, found: vec[i64], n: i64) -> i64:
        """Adds the signs that no die of the seat changes: what has exploded for it, and what its
        rivals have crossed."""
        sheet = self.sheet
        for other in range(self.seats):
            start: i64 = self.exploded if other == seat else self.rivals
            board: i64 = other * sheet.stride
            if other == seat:
                board += sheet.exploded
            for w in range(sheet.words):
                rest: i64 = state.board[board + w]
                while rest:
                    found[n] = start + w * WORD + count_of((rest & -rest) - 1)
                    rest &= rest - 1
                    n += 1
        return n

    def final_weights(self) -> list[int]:
        """The weights without turns left: what the signs are worth at the end (DZ-15)."""
        sheet = self.sheet
        weights = [0] * int(self.count)
        for cell in range(sheet.cell_count):
            w: i64 = cell // WORD
            bit: i64 = BIT[cell % WORD]
            for single in range(sheet.single_count):
                if sheet.singles[single * sheet.words + w] & bit:
                    weights[1 + cell] += sheet.single_points[single]
            if sheet.bombs[w] & bit:
                if self.seats == 1:
                    weights[1 + cell] += SOLO_BOMB
                else:
                    weights[self.exploded + cell] += sheet.bomb_points
        for group in range(sheet.set_count):
            weights[self.sets + group * MISSING] += sheet.set_points[group]
        for flag in range(sheet.flag_colours):
            for rank in range(RANKS):
                weights[self.ranks + flag * RANKS + rank] += sheet.flag_points[rank]
        return [weight * UNIT for weight in weights]


def neighbours(sheet: Sheet, cell: i64) -> list[int]:
    """The cells next to a cell, ascending."""
    near = [place for place in beside(sheet.position_of[cell]) if place < sheet.positions]
    return sorted([int(sheet.cell_at[place]) for place in near if sheet.cell_at[place] >= 0])


@final
class Lesson:
    """The signs with their weights."""

    def __init__(self, signs: Signs, rows: list[list[int]]) -> None:
        """`rows` has the weights by the turns left, from one on."""
        self.signs: Signs = signs
        self.sheet: Sheet = signs.sheet
        self.seats: i64 = signs.seats
        turns = int(ROUNDS[signs.seats] * signs.seats)
        everything = [signs.final_weights(), *rows]
        while len(everything) <= turns:
            everything.append(everything[-1])
        scale = int(CERTAIN) // UNIT
        self.weights: vec[i64] = vec[i64]([scale * weight for row in everything for weight in row])
        self.found: vec[i64] = vec[i64]([0] * self.room())

    def room(self) -> int:
        return int(self.signs.count + self.seats * self.sheet.cell_count)

    def prepare(self, state: Dizzle, seat: i64, work: vec[i64], at: i64) -> None:
        """Writes the worth of what is given, for the turns left after this turn and before."""
        n: i64 = 0
        work[at] = 0
        work[at + 1] = 0
        if self.seats > 1:
            n = self.signs.given(state, seat, self.found, 0)
            row: i64 = state.turns_left * self.signs.count
            work[at + 1] = self.total(row, n)
            if row:
                work[at] = self.total(row - self.signs.count, n)

    def total(self, row: i64, n: i64) -> i64:
        total: i64 = 0
        for place in range(n):
            total += self.weights[row + self.found[place]]
        return total

    def value(
        self, state: Dizzle, seat: i64, work: vec[i64], at: i64, time: i64, given: i64
    ) -> i64:
        """The expected points for a block with so many quarters of turns left. What `prepare` has
        written is at `given`."""
        n: i64 = self.signs.own(state, seat, work, at, self.found)
        turns: i64 = time // PARTS_OF_A_TURN
        part: i64 = time % PARTS_OF_A_TURN
        row: i64 = turns * self.signs.count
        here: i64 = given + turns - state.turns_left + 1
        total: i64 = self.total(row, n) + work[here]
        if part:
            later: i64 = self.total(row + self.signs.count, n) + work[here + 1]
            total = (total * (PARTS_OF_A_TURN - part) + later * part) // PARTS_OF_A_TURN
        return total
