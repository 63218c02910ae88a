"""The points that a seat can expect at the end of the game. This module is compiled.

A seat's points are a sum over parts: gems, piles, bombs, flags and sets (rows, columns, puzzles,
the framed block). Each part has its chance (`Chances`).

The *level* of a cell is the number of crosses that a seat needs to get there: 1 for the cells next
to its crosses and dice. A lock counts from the level of its key on, a planet from that of a rocket.

All values are whole numbers with `ONE` for a point, so that they are the same on every machine.

A seat's position is worked on in a `vec` that has, for each die that is tried out, a block of
four sets of cells: *done* (crossed or under a die), *open* (usable, whatever the face), *touch*
(next to a cell that is done), *beside* (next to a die). The levels of the cells follow, a set of
cells each.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.bits import count_of
from cubilete.games.dizzle.policy.chances import (
    BOMB,
    CERTAIN,
    FAR,
    FLAG,
    GEM,
    LEVELS,
    MOST_FREE,
    PILE,
    SET,
    Chances,
    set_key,
)
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.scoring import SOLO_BOMB, add_neighbours, flags_taken
from cubilete.games.dizzle.tables import BIT, WORD, Sheet

PARTS_OF_A_TURN: Final = 4
ONE: Final = CERTAIN * PARTS_OF_A_TURN

DEPTH: Final = 6
"""Blocks of the working memory: the position itself and the dice that are tried out."""


@final
class Outlook:
    """The expected points on one sheet, for one number of players."""

    def __init__(self, sheet: Sheet, seats: i64, chances: Chances) -> None:
        self.sheet: Sheet = sheet
        self.seats: i64 = seats
        self.chances: Chances = chances
        words: i64 = sheet.words
        self.block: i64 = 4 * words
        self.levels: i64 = DEPTH * self.block
        self.rivals: i64 = self.levels + (FAR + 1) * words
        self.scratch: i64 = self.rivals + (FAR + 1) * words
        self.blank: vec[i64] = vec[i64]([0] * int(self.scratch + 3 * words))

    # --- Working memory ---

    def prepare(self, state: Dizzle, seat: i64) -> vec[i64]:
        """Working memory for a seat: its position, and the levels of its rivals."""
        work = self.blank[:]
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
        """Adds the levels to those of the rivals. A cell may be there at several: the lowest
        counts."""
        start: i64 = self.sheet.words
        for n in range(start, (FAR + 1) * start):
            work[self.rivals + n] |= work[self.levels + n]

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
        self.unlock(work, at)
        level: i64 = 1
        while level < FAR:
            here: i64 = self.levels + level * words
            some: i64 = 0
            for w in range(words):
                reached: i64 = work[touch + w] & work[usable + w]
                work[here + w] = reached
                work[usable + w] &= ~reached
                some |= reached
            if some == 0:
                break
            for w in range(words):
                if work[here + w] & sheet.rockets[w]:
                    for v in range(words):
                        work[touch + v] |= sheet.planets[v]
                rest: i64 = work[here + w]
                while rest:
                    add_neighbours(sheet, work, touch, w * WORD + count_of((rest & -rest) - 1))
                    rest &= rest - 1
            self.unlock(work, here)
            level += 1
        for n in range(self.levels + level * words, self.levels + FAR * words):
            work[n] = 0

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

    def level_of(self, work: vec[i64], levels: i64, cell: i64) -> i64:
        w: i64 = cell // WORD
        bit: i64 = BIT[cell % WORD]
        words: i64 = self.sheet.words
        level: i64 = 1
        while level < FAR:
            if work[levels + level * words + w] & bit:
                break
            level += 1
        return level

    def set_key_of(self, work: vec[i64], at: i64, group: i64) -> i64:
        """The key of a set; 0 if it is complete. The levels must be those of the block."""
        words: i64 = self.sheet.words
        start: i64 = group * words
        missing: i64 = 0
        for w in range(words):
            missing += count_of(self.sheet.sets[start + w] & ~work[at + w])
        if missing == 0:
            return 0
        left: i64 = missing
        detour: i64 = 0
        level: i64 = 1
        while True:
            for w in range(words):
                there: i64 = self.sheet.sets[start + w] & work[self.levels + level * words + w]
                if there:
                    found: i64 = count_of(there)
                    left -= found
                    detour += found * (level - 1)
            if left == 0 or level == LEVELS:
                break
            level += 1
        if left:
            level = FAR
            detour += left * LEVELS
        return set_key(missing, level, detour)

    # --- Points ---

    def value(
        self, state: Dizzle, seat: i64, work: vec[i64], at: i64, turns: i64, part: i64
    ) -> i64:
        """The expected points for a block, if `turns` whole turns follow the current one, of which
        `part` quarters are left."""
        self.flood(work, at)
        free: i64 = self.free_cells(state, seat, work, at)
        total: i64 = self.value_of_singles(work, at, turns, part, free)
        total += self.value_of_sets(state, seat, work, at, turns, part, free)
        total += self.value_of_bombs(state, seat, work, at, turns, part, free)
        total += self.value_of_flags(state, seat, work, at, turns, part, free)
        return total

    def free_cells(self, state: Dizzle, seat: i64, work: vec[i64], at: i64) -> i64:
        sheet = self.sheet
        exploded: i64 = seat * sheet.stride + sheet.exploded
        free: i64 = 0
        for w in range(sheet.words):
            free += count_of(sheet.all[w] & ~(work[at + w] | state.board[exploded + w]))
        return free if free < MOST_FREE else MOST_FREE

    def chance(self, kind: i64, key: i64, turns: i64, part: i64, free: i64) -> i64:
        """The chance of a part, times PARTS_OF_A_TURN."""
        chance: i64 = self.chances.chance(kind, key, turns, free) * (PARTS_OF_A_TURN - part)
        if part:
            chance += self.chances.chance(kind, key, turns + 1, free) * part
        return chance

    def value_of_singles(self, work: vec[i64], at: i64, turns: i64, part: i64, free: i64) -> i64:
        sheet = self.sheet
        words: i64 = sheet.words
        total: i64 = 0
        for single in range(sheet.single_count):
            points: i64 = sheet.single_points[single]
            kind: i64 = GEM if points > 0 else PILE
            worth: i64 = 0
            for w in range(words):
                cells: i64 = sheet.singles[single * words + w]
                worth += count_of(cells & work[at + w]) * ONE
                cells &= ~work[at + w]
                level: i64 = 1
                while cells:
                    there: i64 = cells
                    if level < FAR:
                        there &= work[self.levels + level * words + w]
                    if there:
                        chance: i64 = self.chance(kind, level * (FAR + 1), turns, part, free)
                        worth += count_of(there) * chance
                        cells &= ~there
                    level += 1
            total += worth * points
        return total

    def value_of_sets(
        self, state: Dizzle, seat: i64, work: vec[i64], at: i64, turns: i64, part: i64, free: i64
    ) -> i64:
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
            chance: i64 = self.chance(SET, key, turns, part, free) if key else ONE
            total += sheet.set_points[group] * chance
        return total

    def value_of_bombs(
        self, state: Dizzle, seat: i64, work: vec[i64], at: i64, turns: i64, part: i64, free: i64
    ) -> i64:
        """Bombs that have exploded and those that may. A bomb under one of the seat's dice costs
        the rivals points; that counts as points of the seat, shared by the number of rivals."""
        sheet = self.sheet
        words: i64 = sheet.words
        base: i64 = seat * sheet.stride
        total: i64 = 0
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
                    else:
                        hit: i64 = self.victims(state, seat, w, bit)
                        total -= hit * sheet.bomb_points * ONE // (self.seats - 1)
                    continue
                cell: i64 = w * WORD + count_of(bit - 1)
                points: i64 = SOLO_BOMB if self.seats == 1 else sheet.bomb_points
                total += points * self.chance(BOMB, self.key_of(work, cell), turns, part, free)
        return total

    def key_of(self, work: vec[i64], cell: i64) -> i64:
        """The key of a cell that others may reach before the seat."""
        key: i64 = self.level_of(work, self.levels, cell) * (FAR + 1)
        if self.seats > 1:
            key += self.level_of(work, self.rivals, cell)
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

    def value_of_flags(
        self, state: Dizzle, seat: i64, work: vec[i64], at: i64, turns: i64, part: i64, free: i64
    ) -> i64:
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
                chance = self.chance(FLAG, self.key_of(work, cell), turns, part, free)
            total += points * chance
        return total
