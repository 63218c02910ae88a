"""The layout of a printed sheet: its cells by number, and sets of cells as bits.

Cells are numbered in reading order, without holes, as in `tables.Sheet`. But a set is one Python
number of any size, and names and tokens come from the view: this is for words, pages and bots.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from cubilete.games.dizzle.tables import COLUMNS, beside, spell_position


@dataclass(frozen=True)
class PrintedSheet:
    """What is printed on the sheet that all players have."""

    name: str
    grid: tuple[tuple[str, ...], ...]
    gems: dict[str, int]
    puzzles: dict[str, int]
    bomb: int
    pile: int
    flag: tuple[int, ...]
    rows: dict[str, int]
    columns: dict[str, int]
    frame: tuple[str, ...]
    frame_points: int

    def __hash__(self) -> int:
        """Cheap, since many caches have a sheet in their keys."""
        return hash(self.name)


def bits(cells: int) -> Iterator[int]:
    """The numbers of the cells in a set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


class Layout:
    """Lookup tables of a printed sheet; sets of cells are computed once and cached."""

    def __init__(self, sheet: PrintedSheet) -> None:
        self.sheet = sheet
        positions = [
            row * COLUMNS + column
            for row, tokens in enumerate(sheet.grid)
            for column, token in enumerate(tokens)
            if token != "."
        ]
        self.names = [spell_position(position) for position in positions]
        self.index = {name: cell for cell, name in enumerate(self.names)}
        self.tokens = [sheet.grid[p // COLUMNS][p % COLUMNS] for p in positions]
        self.faces = [0 if token == "X" else int(token[0]) for token in self.tokens]
        self.everything = (1 << len(positions)) - 1
        self.near = [
            self.cells(name for name in map(spell_position, beside(p)) if name in self.index)
            for p in positions
        ]
        self.groups = self.find_groups()
        self.around = lru_cache(maxsize=5000)(self.find_around)
        self.named: Callable[[tuple[str, ...]], int] = lru_cache(maxsize=1000)(self.cells)
        self.shut_locks = lru_cache(maxsize=1000)(self.find_shut_locks)
        self.having = cache(self.find_symbol)

    def cells(self, names: Iterable[str]) -> int:
        """The set of the cells with these names."""
        return sum(1 << self.index[name] for name in names)

    def find_groups(self) -> list[tuple[int, int]]:
        """The sets of cells that give points when all are crossed, with their points: rows,
        columns, puzzles, framed block, in this order (DZ-E6, DZ-E7, DZ-E8)."""
        sheet, names = self.sheet, self.names
        found = [
            (self.cells(name for name in names if name[1:] == row), points)
            for row, points in sheet.rows.items()
        ]
        found += [
            (self.cells(name for name in names if name[0] == column), points)
            for column, points in sheet.columns.items()
        ]
        found += [
            (self.find_symbol("Z" + colour), points) for colour, points in sheet.puzzles.items()
        ]
        found.append((self.cells(sheet.frame), sheet.frame_points))
        return found

    def find_symbol(self, symbol: str) -> int:
        """The cells with a symbol: “Gb” for blue gems, “G” for gems of all colours."""
        return sum(
            1 << cell for cell, token in enumerate(self.tokens) if token[1:].startswith(symbol)
        )

    def find_shut_locks(self, crossed: int) -> int:
        """The locks without a crossed key of their colour (DZ-E1)."""
        return sum(
            1 << cell
            for cell in bits(self.having("L"))
            if not crossed & self.having("K" + self.tokens[cell][2])
        )

    def find_around(self, cells: int) -> int:
        """The neighbours of all cells of a set."""
        found = 0
        for cell in bits(cells):
            found |= self.near[cell]
        return found


@lru_cache(maxsize=64)
def layout_of(sheet: PrintedSheet) -> Layout:
    """The layout of a sheet, computed once."""
    return Layout(sheet)
