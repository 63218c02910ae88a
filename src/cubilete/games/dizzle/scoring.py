"""Effects of special cells at the end of a turn, and points (DZ-E1 to DZ-E9).

The board is described in `Dizzle`; `base` is the index at which a seat's part of it begins.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.core.bits import count_of
from cubilete.games.dizzle.tables import BIT, WORD, Sheet

SOLO_BOMB: Final = 2


# --- Neighbours ---


def add_neighbours(sheet: Sheet, board: vec[i64], start: i64, cell: i64) -> None:
    """Adds the cells next to a cell to the set that begins at `start`."""
    w: i64 = start + sheet.near_word[cell]
    board[w] |= sheet.near_low[cell]
    high: i64 = sheet.near_high[cell]
    if high:
        board[w + 1] |= high


def spread(sheet: Sheet, board: vec[i64], cells: i64, start: i64) -> None:
    """Adds the neighbours of all cells of the set at `cells` to the set at `start`."""
    for w in range(sheet.words):
        rest: i64 = board[cells + w]
        while rest:
            add_neighbours(sheet, board, start, w * WORD + count_of((rest & -rest) - 1))
            rest &= rest - 1


# --- Effects ---


def open_locks(sheet: Sheet, board: vec[i64], base: i64) -> None:
    """DZ-E1: a key under a die opens the locks of its colour, from the next turn on."""
    for colour in range(sheet.key_colours):
        start: i64 = colour * sheet.words
        turned: i64 = 0
        for w in range(sheet.words):
            turned |= board[base + sheet.dice + w] & sheet.keys[start + w]
        if turned:
            for w in range(sheet.words):
                board[base + sheet.open + w] |= sheet.locks[start + w] & ~board[base + w]


def planets_left(sheet: Sheet, board: vec[i64], base: i64) -> i64:
    """DZ-E3: how many planets a rocket can still reach."""
    count: i64 = 0
    for w in range(sheet.words):
        count += count_of(sheet.planets[w] & ~board[base + w])
    return count


def explode_bombs(sheet: Sheet, board: vec[i64], seats: i64) -> None:
    """DZ-E2: a bomb under a die explodes for all seats that have not crossed it."""
    for w in range(sheet.words):
        lit: i64 = 0
        for seat in range(seats):
            lit |= board[seat * sheet.stride + sheet.dice + w]
        lit &= sheet.bombs[w]
        if lit:
            for seat in range(seats):
                here: i64 = seat * sheet.stride + w
                board[here + sheet.exploded] |= lit & ~board[here]
                board[here + sheet.open] &= ~lit


def raise_flags(sheet: Sheet, board: vec[i64], seats: i64) -> None:
    """DZ-E4: seats that reach a flag in the same turn get the same rank."""
    for flag in range(sheet.flag_colours):
        cell: i64 = sheet.flag_cells[flag]
        rank: i64 = flags_taken(sheet, board, seats, flag) + 1
        for seat in range(seats):
            base: i64 = seat * sheet.stride
            if board[base + sheet.dice + cell // WORD] & BIT[cell % WORD]:
                board[base + sheet.flag_ranks + flag] = rank


def flags_taken(sheet: Sheet, board: vec[i64], seats: i64, flag: i64) -> i64:
    """How many numbers of a flag are used up: as many as seats have reached it."""
    count: i64 = 0
    for seat in range(seats):
        if board[seat * sheet.stride + sheet.flag_ranks + flag]:
            count += 1
    return count


# --- After a turn ---


def clear_dice(sheet: Sheet, board: vec[i64], base: i64) -> None:
    """DZ-12: removes all dice of a seat."""
    for w in range(sheet.words):
        board[base + sheet.dice + w] = 0
        board[base + sheet.beside_dice + w] = 0


def is_full(sheet: Sheet, board: vec[i64], base: i64) -> bool:
    """DZ-16: whether all cells are crossed or exploded."""
    free: i64 = 0
    for w in range(sheet.words):
        free |= sheet.all[w] & ~(board[base + w] | board[base + sheet.exploded + w])
    return free == 0


# --- Points ---


def points_of(sheet: Sheet, board: vec[i64], seat: i64, seats: i64) -> i64:
    """The points of a seat now (DZ-15)."""
    base: i64 = seat * sheet.stride
    words: i64 = sheet.words
    total: i64 = 0
    for single in range(sheet.single_count):  # DZ-E5, DZ-E9
        for w in range(words):
            here: i64 = count_of(board[base + w] & sheet.singles[single * words + w])
            total += here * sheet.single_points[single]
    for group in range(sheet.set_count):  # DZ-E6, DZ-E7, DZ-E8
        missing: i64 = 0
        for w in range(words):
            missing |= sheet.sets[group * words + w] & ~board[base + w]
        if missing == 0:
            total += sheet.set_points[group]
    for w in range(words):
        if seats == 1:  # DZ-18
            total += count_of(board[base + w] & sheet.bombs[w]) * SOLO_BOMB
        else:  # DZ-E2
            total += count_of(board[base + sheet.exploded + w]) * sheet.bomb_points
    for flag in range(sheet.flag_colours):  # DZ-E4
        rank: i64 = board[base + sheet.flag_ranks + flag]
        if rank:
            total += sheet.flag_points[rank - 1]
    return total


def crosses_of(sheet: Sheet, board: vec[i64], seat: i64) -> i64:
    """How many cells are crossed, with those of the start and without exploded ones."""
    count: i64 = 0
    for w in range(sheet.words):
        count += count_of(board[seat * sheet.stride + w])
    return count
