"""The points that a seat can expect at the end of the game. This module is compiled.

A seat's points are a sum over parts: gems, piles, bombs, flags and sets (rows, columns, puzzles,
the framed block). Each part has its chance (`Chances`).

The *level* of a cell is the number of crosses that a seat needs to get there: 1 for the cells next
to its crosses and dice. A lock counts from the level of its key on, a planet from that of a rocket.

All values are whole numbers with `ONE` for a point, so that they are the same on every machine.

A seat's position is worked on in a `vec` that has, for each die that is tried out, a block of
four sets of cells: *done* (crossed or under a die), *open* (usable, whatever the face), *touch*
(next to a cell that is done), *beside* (next to a die). The levels of all cells follow.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.bits import count_of
from cubilete.games.dizzle.policy.chances import CELL_KEYS, CERTAIN, FAR, SET_KEYS, Chances, set_key
from cubilete.games.dizzle.policy.lesson import Lesson
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.scoring import SOLO_BOMB, add_neighbours, flags_taken
from cubilete.games.dizzle.tables import BIT, WORD, Sheet

ONE: Final = CERTAIN
"""One point."""

DEPTH: Final = 6
"""Blocks of the working memory: the position itself and the dice that are tried out."""
SETS_IN_FLOOD: Final = 4
"""Sets of cells that `flood` works on: usable, next to a cell that was reached, shut, one level."""


@final
class Outlook:
    """The expected points on one sheet, for one number of players."""

    def __init__(
        self, sheet: Sheet, seats: i64, chances: Chances, lesson: Lesson | None = None
    ) -> None:
        self.sheet: Sheet = sheet
        self.lesson: Lesson | None = lesson
        self.seats: i64 = seats
        self.gem: vec[i64] = chances.gem
        self.pile: vec[i64] = chances.pile
        self.bomb: vec[i64] = chances.bomb
        self.flag: vec[i64] = chances.flag
        self.set: vec[i64] = chances.set
        words: i64 = sheet.words
        self.block: i64 = 4 * words
        self.levels: i64 = DEPTH * self.block
        self.rivals: i64 = self.levels + sheet.cell_count
        self.scratch: i64 = self.rivals + sheet.cell_count
        self.given: i64 = self.scratch + SETS_IN_FLOOD * words
        far = [FAR] * int(2 * sheet.cell_count)
        self.blank: vec[i64] = vec[i64](
            [0] * int(self.levels) + far + [0] * (SETS_IN_FLOOD * int(words) + 2)
        )

    # --- Working memory ---

    def prepare(self, state: Dizzle, seat: i64) -> vec[i64]:
        """Working memory for a seat: its position, and the levels of its rivals."""
        work = self.blank[:]
        lesson = self.lesson
        if lesson is not None:
            lesson.prepare(state, seat, work, self.given)
            self.lay(state, seat, work, 0)
            return work
        for other in range(self.seats):
            if other != seat:
                self.lay(state, other, work, 0)
                self.flood(work, 0)
                self.merge_rival(work)
        self.lay(state, seat, work, 0)
        return work

    def lay(self, state: Dizzle, seat: i64, work: vec[i64], at: i64) -> None:
        """Writes the position of a seat into a block."""
        sheet = self.sheet
        words: i64 = sheet.words
        base: i64 = seat * sheet.stride
        board = state.board
        for w in range(words):
            work[at + w] = board[base + w] | board[base + sheet.dice + w]
            work[at + words + w] = board[base + sheet.open + w]
            work[at + 2 * words + w] = (
                board[base + sheet.beside_crosses + w] | board[base + sheet.beside_dice + w]
            )
            work[at + 3 * words + w] = board[base + sheet.beside_dice + w]

    def merge_rival(self, work: vec[i64]) -> None:
        """Lowers the levels of the rivals to those that were just computed."""
        for cell in range(self.sheet.cell_count):
            if work[self.levels + cell] < work[self.rivals + cell]:
                work[self.rivals + cell] = work[self.levels + cell]

    def add(self, work: vec[i64], at: i64, cell: i64) -> i64:
        """Copies a block to the next one, with one more cell done; returns where that begins."""
        sheet = self.sheet
        new: i64 = at + self.block
        for n in range(self.block):
            work[new + n] = work[at + n]
        self.cross(work, new, cell)
        add_neighbours(sheet, work, new + 3 * sheet.words, cell)
        return new

    def cross(self, work: vec[i64], at: i64, cell: i64) -> None:
        """Crosses a cell in a block."""
        sheet = self.sheet
        w: i64 = cell // WORD
        bit: i64 = BIT[cell % WORD]
        work[at + w] |= bit
        work[at + sheet.words + w] &= ~bit
        add_neighbours(sheet, work, at + 2 * sheet.words, cell)

    # --- Levels ---

    def flood(self, work: vec[i64], at: i64) -> None:
        """Computes the levels of all cells for the block at `at`."""
        sheet = self.sheet
        words: i64 = sheet.words
        usable: i64 = self.scratch
        touch: i64 = usable + words
        shut: i64 = touch + words
        for w in range(words):
            work[usable + w] = work[at + words + w]
            work[touch + w] = work[at + 2 * words + w]
            work[shut + w] = 0
        for n in range(sheet.key_colours * words):
            work[shut + n % words] |= sheet.locks[n] & ~(
                work[at + n % words] | work[at + words + n % words]
            )
        for cell in range(sheet.cell_count):
            work[self.levels + cell] = FAR
        self.unlock(work, at)
        ring: i64 = shut + words
        level: i64 = 1
        while level < FAR:
            some: i64 = 0
            for w in range(words):
                reached: i64 = work[touch + w] & work[usable + w]
                work[ring + w] = reached
                work[usable + w] &= ~reached
                some |= reached
            if some == 0:
                break
            for w in range(words):
                if work[ring + w] & sheet.rockets[w]:
                    for v in range(words):
                        work[touch + v] |= sheet.planets[v]
                rest: i64 = work[ring + w]
                while rest:
                    cell = w * WORD + count_of((rest & -rest) - 1)
                    rest &= rest - 1
                    work[self.levels + cell] = level
                    add_neighbours(sheet, work, touch, cell)
            if sheet.key_colours:
                self.unlock(work, ring)
            level += 1

    def unlock(self, work: vec[i64], cells: i64) -> None:
        """Opens the locks whose key is among these cells."""
        sheet = self.sheet
        words: i64 = sheet.words
        for colour in range(sheet.key_colours):
            start: i64 = colour * words
            for w in range(words):
                if work[cells + w] & sheet.keys[start + w]:
                    for v in range(words):
                        opened: i64 = work[self.scratch + 2 * words + v] & sheet.locks[start + v]
                        work[self.scratch + v] |= opened
                        work[self.scratch + 2 * words + v] &= ~opened

    def set_key_of(self, work: vec[i64], at: i64, group: i64) -> i64:
        """The key of a set; 0 if it is complete. The levels must be those of the block."""
        words: i64 = self.sheet.words
        missing: i64 = 0
        farthest: i64 = 0
        detour: i64 = 0
        for w in range(words):
            rest: i64 = self.sheet.sets[group * words + w] & ~work[at + w]
            while rest:
                level: i64 = work[self.levels + w * WORD + count_of((rest & -rest) - 1)]
                rest &= rest - 1
                missing += 1
                detour += level - 1
                if level > farthest:
                    farthest = level
        return set_key(missing, farthest, detour) if missing else 0

    # --- Points ---

    def value(self, state: Dizzle, seat: i64, work: vec[i64], at: i64, time: i64) -> i64:
        """The expected points for a block with so many quarters of turns left."""
        lesson = self.lesson
        if lesson is not None:
            return lesson.value(state, seat, work, at, time, self.given) + self.harm(
                state, seat, work, at
            )
        self.flood(work, at)
        total: i64 = self.value_of_singles(work, at, time)
        total += self.value_of_sets(state, seat, work, at, time)
        total += self.value_of_bombs(state, seat, work, at, time)
        total += self.value_of_flags(state, seat, work, at, time)
        return total

    def value_of_singles(self, work: vec[i64], at: i64, time: i64) -> i64:
        sheet = self.sheet
        words: i64 = sheet.words
        total: i64 = 0
        for single in range(sheet.single_count):
            points: i64 = sheet.single_points[single]
            table = self.gem if points > 0 else self.pile
            worth: i64 = 0
            for w in range(words):
                cells: i64 = sheet.singles[single * words + w]
                worth += count_of(cells & work[at + w]) * ONE
                cells &= ~work[at + w]
                while cells:
                    level: i64 = work[self.levels + w * WORD + count_of((cells & -cells) - 1)]
                    cells &= cells - 1
                    worth += table[time * CELL_KEYS + level * (FAR + 1)]
            total += worth * points
        return total

    def value_of_sets(self, state: Dizzle, seat: i64, work: vec[i64], at: i64, time: i64) -> i64:
        sheet = self.sheet
        words: i64 = sheet.words
        exploded: i64 = seat * sheet.stride + sheet.exploded
        total: i64 = 0
        for group in range(sheet.set_count):
            lost: i64 = 0
            for w in range(words):
                lost |= sheet.sets[group * words + w] & state.board[exploded + w]
            if lost:
                continue
            key: i64 = self.set_key_of(work, at, group)
            chance: i64 = self.set[time * SET_KEYS + key] if key else ONE
            total += sheet.set_points[group] * chance
        return total

    def value_of_bombs(self, state: Dizzle, seat: i64, work: vec[i64], at: i64, time: i64) -> i64:
        """Bombs that have exploded and those that may."""
        sheet = self.sheet
        words: i64 = sheet.words
        base: i64 = seat * sheet.stride
        total: i64 = self.harm(state, seat, work, at)
        for w in range(words):
            exploded: i64 = state.board[base + sheet.exploded + w]
            total += count_of(exploded) * sheet.bomb_points * ONE
            if self.seats == 1:
                total += count_of(sheet.bombs[w] & state.board[base + w]) * SOLO_BOMB * ONE
            rest: i64 = sheet.bombs[w] & ~exploded & ~state.board[base + w]
            while rest:
                bit: i64 = rest & -rest
                rest ^= bit
                if work[at + w] & bit:
                    if self.seats == 1:
                        total += SOLO_BOMB * ONE
                    continue
                cell: i64 = w * WORD + count_of(bit - 1)
                points: i64 = SOLO_BOMB if self.seats == 1 else sheet.bomb_points
                total += points * self.bomb[time * CELL_KEYS + self.key_of(work, cell)]
        return total

    def harm(self, state: Dizzle, seat: i64, work: vec[i64], at: i64) -> i64:
        """What bombs under the seat's dice cost its rivals, shared by the number of rivals: it
        counts as points of the seat."""
        sheet = self.sheet
        if self.seats == 1:
            return 0
        base: i64 = seat * sheet.stride
        total: i64 = 0
        for w in range(sheet.words):
            lit: i64 = sheet.bombs[w] & work[at + w]
            lit &= ~(state.board[base + sheet.exploded + w] | state.board[base + w])
            while lit:
                bit: i64 = lit & -lit
                lit ^= bit
                hit: i64 = self.victims(state, seat, w, bit)
                total -= hit * sheet.bomb_points * ONE // (self.seats - 1)
        return total

    def key_of(self, work: vec[i64], cell: i64) -> i64:
        """The key of a cell that others may reach before the seat."""
        key: i64 = work[self.levels + cell] * (FAR + 1)
        if self.seats > 1:
            key += work[self.rivals + cell]
        return key

    def victims(self, state: Dizzle, seat: i64, w: i64, bit: i64) -> i64:
        """For how many other seats a bomb explodes if this seat keeps its die on it."""
        sheet = self.sheet
        found: i64 = 0
        for other in range(self.seats):
            if other == seat:
                continue
            here: i64 = other * sheet.stride + w
            safe: i64 = (
                state.board[here]
                | state.board[here + sheet.dice]
                | state.board[here + sheet.exploded]
            )
            if safe & bit == 0:
                found += 1
        return found

    def value_of_flags(self, state: Dizzle, seat: i64, work: vec[i64], at: i64, time: i64) -> i64:
        sheet = self.sheet
        total: i64 = 0
        for flag in range(sheet.flag_colours):
            rank: i64 = state.board[seat * sheet.stride + sheet.flag_ranks + flag]
            if rank:
                total += sheet.flag_points[rank - 1] * ONE
                continue
            points: i64 = sheet.flag_points[flags_taken(sheet, state.board, self.seats, flag)]
            cell: i64 = sheet.flag_cells[flag]
            chance: i64 = ONE
            if work[at + cell // WORD] & BIT[cell % WORD] == 0:
                chance = self.flag[time * CELL_KEYS + self.key_of(work, cell)]
            total += points * chance
        return total
