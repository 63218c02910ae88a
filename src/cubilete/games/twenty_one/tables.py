"""The layout of the sheets, and lookup tables of the rules.

Numbers by colour are packed into one integer, one octal digit per colour, white in the lowest:
a roll (faces), a row of a sheet (what is noted in it) and the numbers printed in that row. Sets
of colours or seats are bit sets.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

COLOURS: Final = "WYRGBK"
SHEETS: Final = "ABCDEF"
ROWS: Final[i64] = 5
BOXES: Final[i64] = 6
SETS: Final[i64] = 64

# --- Sets ---

BIT: Final = vec[i64]([1 << place for place in range(6)])
EVERY_SEAT: Final = vec[i64]([(1 << seats) - 1 for seats in range(7)])
EVERY_COLOUR: Final = SETS - 1


def members(colours: int) -> list[int]:
    return [colour for colour in range(BOXES) if colours >> colour & 1]


def subsets(colours: int) -> list[int]:
    """All subsets of a set in a fixed order, the empty one first."""
    return [chosen for chosen in range(SETS) if chosen & ~colours == 0]


SUBSET_COUNT: Final = vec[i64]([len(subsets(colours)) for colours in range(SETS)])
SUBSETS: Final = vec[u8](
    [
        u8(chosen)
        for colours in range(SETS)
        for chosen in subsets(colours) + [0] * (SETS - len(subsets(colours)))
    ]
)
"""The subsets of each set; those of the set s begin at 64 s."""

WAYS: Final = vec[i64]([int(6 ** len(members(colours))) for colours in range(SETS)])
"""The number of outcomes of a roll of the dice of each set of colours."""

# --- Digits, one for each colour or seat ---

ONE: Final = vec[i64]([1 << 3 * place for place in range(6)])
"""A one in the digit of a colour or seat."""
ALL_DIGITS: Final = vec[i64](
    [sum([7 << 3 * colour for colour in members(colours)]) for colours in range(SETS)]
)
"""The digits of a set of colours, as a mask."""
ALL_ONES: Final = 0o111111
PACKED_SIZE: Final = 1 << 18


def pack(digits: list[int]) -> int:
    return sum([number << 3 * place for place, number in enumerate(digits)])


def digit(packed: i64, place: i64) -> i64:
    return packed >> 3 * place & 7


def dice_text(dice: i64) -> str:
    """Dice as the notation writes them: W3 Y4."""
    return " ".join(
        [COLOURS[colour] + str(digit(dice, colour)) for colour in range(6) if digit(dice, colour)]
    )


# --- What is noted in a box: nothing, a value from 1 to 6, or a cross-out ---

FREE: Final = 0
CROSSED_OUT: Final = 7


def is_full(row: i64) -> bool:
    """T1-7: whether all six boxes are written or crossed out, so that no digit is 0."""
    return (row | row >> 1 | row >> 2) & ALL_ONES == ALL_ONES


@final
class Layout:
    """What is printed on the six sheets of a game (T1-M1).

    `rows` has the colours of each row as letters, `printed` its numbers, packed; `colours` the
    colour of each box from the left. Row r of sheet s has the number 5 s + r.
    """

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows: Final = rows
        self.printed: Final = vec[i64](
            [pack([6 - row.index(colour) for colour in COLOURS]) for row in rows]
        )
        self.colours: Final = vec[i64]([COLOURS.index(colour) for row in rows for colour in row])
