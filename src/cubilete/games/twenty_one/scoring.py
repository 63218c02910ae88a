"""The points of a row (T1-M3, T1-7)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.twenty_one.tables import CROSSED_OUT

BONUS: Final = vec[i64]([0, 1, 3, 6, 10, 15, 21])
"""T1-M3: the points for each number of exacts."""


def row_points(row: i64, printed: i64) -> i64:
    """The values of a row, whether full or not, and the bonus for its exacts."""
    total: i64 = 0
    exacts: i64 = 0
    while row:  # free boxes are 0
        value: i64 = row & 7
        if value != CROSSED_OUT:  # T1-5: counts zero
            total += value
            if value == printed & 7:  # T1-4
                exacts += 1
        row >>= 3
        printed >>= 3
    return total + BONUS[exacts]
