"""Codes of decisions, packed dice, and the tables of a sheet.

The cells of a sheet are numbered in reading order, without holes. A set of cells is a row of
words with 62 cells each, so a sheet can have any size and each word is a machine integer. The
*position* of a cell is its name in the notation as a number: 26 for each row above it, plus its
column. The tables of a sheet are computed once and shared by all copies of a game.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

WORD: Final = 62
COLUMNS: Final = 26
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SETS_A_SEAT: Final = 6
"""Sets of cells a seat: crossed, exploded, dice, open, next to a cross, next to a die."""

# --- Steps: what a turn waits for ---

START: Final = 0
ROLL: Final = 1
CHOICE: Final = 2  # place; if no die fits, reroll or quit
REROLL_ROLL: Final = 3
FORCED: Final = 4  # a die fits after a reroll
RETURN: Final = 5
STEAL: Final = 6
PLANET: Final = 7
ENDED: Final = 8

# --- Codes: the kind of a decision, plus the position of its cell ---

KIND_SHIFT: Final = 36
POSITION_MASK: Final = (1 << KIND_SHIFT) - 1
RETURN_CODE: Final = 1 << KIND_SHIFT
PLANET_CODE: Final = 2 << KIND_SHIFT
REROLL_CODE: Final = 3 << KIND_SHIFT
QUIT_CODE: Final = REROLL_CODE + 1

# --- Bits and dice ---

BIT: Final = vec[i64]([1 << n for n in range(WORD)])
DIE: Final = vec[i64]([0] + [16**n for n in range(6)])
"""One die of each face. Dice are one number with four bits for the count of each face."""
WAYS: Final = vec[i64]([6**dice for dice in range(7)])


def faces_shown(dice: i64) -> i64:
    """The set of faces that these dice show, one bit a face."""
    some: i64 = dice | dice >> 1
    some = (some | some >> 2) & 0x111111
    return (
        some & 1 | some >> 3 & 2 | some >> 6 & 4 | some >> 9 & 8 | some >> 12 & 16 | some >> 15 & 32
    )


def pack(faces: list[int]) -> int:
    """The number for these dice."""
    return sum([16 ** (face - 1) for face in faces])


def unpack(dice: int) -> list[int]:
    """The faces of packed dice, ascending."""
    return [face for face in range(1, 7) for _ in range(dice >> 4 * (face - 1) & 15)]


def spell_position(position: int) -> str:
    """The name of a cell: column letter and row number."""
    return LETTERS[position % COLUMNS] + str(position // COLUMNS + 1)


@final
class Plan:
    """What is printed on a sheet, checked: tokens, points, arrows and frame."""

    def __init__(
        self,
        name: str,
        grid: list[list[str]],
        gems: dict[str, int],
        puzzles: dict[str, int],
        bomb: int,
        pile: int,
        flag: list[int],
        rows: dict[int, int],
        columns: dict[int, int],
        frame: list[int],
        frame_points: int,
    ) -> None:
        self.name = name
        self.grid = grid
        self.gems = gems
        self.puzzles = puzzles
        self.bomb = bomb
        self.pile = pile
        self.flag = flag
        self.rows = rows
        self.columns = columns
        self.frame = frame
        self.frame_points = frame_points

    def token(self, position: int) -> str:
        return self.grid[position // COLUMNS][position % COLUMNS]

    def cells(self) -> list[int]:
        """The positions of all cells, in reading order."""
        return [
            row * COLUMNS + column
            for row in range(len(self.grid))
            for column in range(len(self.grid[row]))
            if self.grid[row][column] != "."
        ]

    def having(self, symbol: str) -> list[int]:
        """The positions of the cells with a symbol: “Gb” for blue gems, “G” for all gems."""
        return [
            position
            for position in self.cells()
            if self.token(position)[1:][: len(symbol)] == symbol
        ]

    def colours(self, symbol: str) -> list[str]:
        """The colours of a symbol on this sheet."""
        return sorted({self.token(position)[2] for position in self.having(symbol)})

    def sets(self) -> list[tuple[list[int], int]]:
        """Sets of cells that give points when all are crossed (DZ-E6 to DZ-E8)."""
        found: list[tuple[list[int], int]] = []
        for row, points in self.rows.items():
            found.append(([cell for cell in self.cells() if cell // COLUMNS == row], points))
        for column, points in self.columns.items():
            found.append(([cell for cell in self.cells() if cell % COLUMNS == column], points))
        for colour in self.colours("Z"):
            found.append((self.having("Z" + colour), self.puzzles[colour]))
        if self.frame:
            found.append((self.frame, self.frame_points))
        return found

    def singles(self) -> list[tuple[list[int], int]]:
        """Cells that give points each: gems and brown piles (DZ-E5, DZ-E9)."""
        found = [(self.having("G" + colour), self.gems[colour]) for colour in self.colours("G")]
        if self.having("T"):
            found.append((self.having("T"), self.pile))
        return found


@final
class Sheet:
    """The tables of one sheet.

    Each row of a table that holds sets of cells has `words` numbers. A seat's part of the board
    has `stride` numbers.
    """

    def __init__(self, plan: Plan) -> None:
        cells = plan.cells()
        words = (len(cells) + WORD - 1) // WORD
        self.plan = plan
        self.cell_count: i64 = len(cells)
        self.words: i64 = words
        self.positions: i64 = len(plan.grid) * COLUMNS
        self.position_of: vec[i64] = vec[i64](cells)
        number_of = {position: number for number, position in enumerate(cells)}
        self.cell_at: vec[i64] = vec[i64](
            [number_of.get(position, -1) for position in range(len(plan.grid) * COLUMNS)]
        )
        self.face_of: vec[i64] = vec[i64]([face_of(plan.token(position)) for position in cells])
        self.lay_neighbours(cells, number_of)

        def row(positions: list[int]) -> list[int]:
            return words_of([number_of[position] for position in positions], words)

        by_faces: list[int] = []
        for shown in range(64):
            by_faces += row([p for p in cells if 2 * shown >> face_of(plan.token(p)) & 1])
        self.by_faces: vec[i64] = vec[i64](by_faces)
        self.all: vec[i64] = vec[i64](row(cells))
        self.planets: vec[i64] = vec[i64](row(plan.having("P")))
        self.rockets: vec[i64] = vec[i64](row(plan.having("R")))
        self.bombs: vec[i64] = vec[i64](row(plan.having("B")))

        key_colours = plan.colours("K")
        self.key_colours: i64 = len(key_colours)
        self.keys: vec[i64] = vec[i64](
            [word for colour in key_colours for word in row(plan.having("K" + colour))]
        )
        self.locks: vec[i64] = vec[i64](
            [word for colour in key_colours for word in row(plan.having("L" + colour))]
        )

        self.flag_colours: i64 = len(plan.colours("F"))
        self.flags: vec[i64] = vec[i64](row(plan.having("F")))
        self.flag_cells: vec[i64] = vec[i64](
            [number_of[plan.having("F" + colour)[0]] for colour in plan.colours("F")]
        )

        self.set_count: i64 = len(plan.sets())
        self.sets: vec[i64] = vec[i64]([word for cells, _ in plan.sets() for word in row(cells)])
        self.set_points: vec[i64] = vec[i64]([points for _, points in plan.sets()])
        self.single_count: i64 = len(plan.singles())
        self.singles: vec[i64] = vec[i64](
            [word for cells, _ in plan.singles() for word in row(cells)]
        )
        self.single_points: vec[i64] = vec[i64]([points for _, points in plan.singles()])
        self.bomb_points: i64 = plan.bomb
        self.flag_points: vec[i64] = vec[i64](plan.flag)

        # Where the parts of a seat's board begin, after the crossed cells.
        self.exploded: i64 = words
        self.dice: i64 = 2 * words
        self.open: i64 = 3 * words
        self.beside_crosses: i64 = 4 * words
        self.beside_dice: i64 = 5 * words
        self.flag_ranks: i64 = SETS_A_SEAT * words
        self.stride: i64 = SETS_A_SEAT * words + len(plan.colours("F"))
        self.fresh: vec[i64] = vec[i64](self.fresh_board(plan, number_of))

    def lay_neighbours(self, cells: list[int], number_of: dict[int, int]) -> None:
        """The neighbours of each cell. Fewer than 62 cells lie between the one above and the one
        below, so the neighbours are in at most two consecutive words."""
        starts: list[int] = []
        low: list[int] = []
        high: list[int] = []
        for position in cells:
            near = [number_of[other] for other in beside(position) if other in number_of]
            start = min(near, default=0) // WORD
            starts.append(start)
            low.append(sum([1 << cell - start * WORD for cell in near if cell // WORD == start]))
            high.append(sum([1 << cell % WORD for cell in near if cell // WORD > start]))
        self.near_word: vec[i64] = vec[i64](starts)
        self.near_low: vec[i64] = vec[i64](low)
        self.near_high: vec[i64] = vec[i64](high)

    def fresh_board(self, plan: Plan, number_of: dict[int, int]) -> list[int]:
        """A seat's board before the first turn."""
        words = int(self.words)
        crossed = [number_of[p] for p in plan.cells() if plan.token(p) == "X"]
        used = {*crossed, *[number_of[p] for p in plan.having("L")]}
        usable = [cell for cell in range(len(number_of)) if cell not in used]
        near = {
            number_of[other]
            for p in plan.cells()
            if plan.token(p) == "X"
            for other in beside(p)
            if other in number_of
        }
        return [
            *words_of(crossed, words),
            *[0] * (2 * words),
            *words_of(usable, words),
            *words_of(sorted(near), words),
            *[0] * words,
            *[0] * int(self.flag_colours),
        ]


def face_of(token: str) -> int:
    """The face of a cell; 0 if it is crossed from the start."""
    return 0 if token == "X" else int(token[0])


def beside(position: int) -> list[int]:
    """The orthogonally adjacent positions, within the 26 columns."""
    near: list[int] = []
    if position >= COLUMNS:
        near.append(position - COLUMNS)
    if position % COLUMNS > 0:
        near.append(position - 1)
    if position % COLUMNS < COLUMNS - 1:
        near.append(position + 1)
    near.append(position + COLUMNS)
    return near


def words_of(cells: list[int], words: int) -> list[int]:
    """The words of a set of cells."""
    row = [0] * words
    for cell in cells:
        row[cell // WORD] |= 1 << cell % WORD
    return row
