"""A sheet as a bot studies it: cells by number, sets of cells as bits, ways between them."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from cubilete.games.dizzle.tables import COLUMNS, beside, spell_position
from cubilete.games.dizzle.view import PrintedSheet

NO_WAY = 60
"""More steps than any way that matters."""


def bits(cells: int) -> Iterator[int]:
    """The numbers of the cells in a set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


class Chart:
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
        self.steps = lru_cache(maxsize=50)(self.find_steps)
        self.having = cache(self.find_symbol)

    def cells(self, names: Iterable[str]) -> int:
        """Named cells as a set."""
        return sum(1 << self.index[name] for name in names)

    def find_groups(self) -> list[tuple[int, int]]:
        """What gives points when all of it is crossed."""
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
        """The cells that carry a symbol, of a colour if it is named with it."""
        return sum(
            1 << cell for cell, token in enumerate(self.tokens) if token[1:].startswith(symbol)
        )

    def shut_locks(self, crossed: int) -> int:
        """The locks whose key is not crossed yet."""
        return sum(
            1 << cell
            for cell in bits(self.having("L"))
            if not crossed & self.having("K" + self.tokens[cell][2])
        )

    def find_around(self, cells: int) -> int:
        """All neighbours of a set of cells."""
        found = 0
        for cell in bits(cells):
            found |= self.near[cell]
        return found

    def find_steps(self, blocked: int) -> list[list[int]]:
        """How many steps lead from each cell to each other one; NO_WAY where none do."""
        return [self.steps_from(1 << cell, blocked) for cell in range(len(self.names))]

    def steps_from(self, start: int, blocked: int) -> list[int]:
        steps = [NO_WAY] * len(self.names)
        ring, seen = start, start
        for distance in range(NO_WAY):
            for cell in bits(ring):
                steps[cell] = distance
            ring = self.find_around(ring & ~blocked) & ~seen
            seen |= ring
            if not ring:
                break
        return steps

    def behind(self, locks: int, start: int, blocked: int) -> int:
        """What these locks keep one from reaching, themselves included."""
        closed = self.steps_from(start, blocked)
        opened = self.steps_from(start, blocked & ~locks)
        return locks | sum(
            1 << cell
            for cell in range(len(self.names))
            if closed[cell] == NO_WAY and opened[cell] < NO_WAY
        )


@lru_cache(maxsize=64)
def chart_of(sheet: PrintedSheet) -> Chart:
    """The chart of a sheet, made once for all who ask for words about it."""
    return Chart(sheet)
