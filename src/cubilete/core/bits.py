"""Sets of up to 62 things as the bits of a native number."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

# The k-th thing of a set is looked up nine bits at a time.
NINE_COUNT: Final = vec[u8]([u8(bits.bit_count()) for bits in range(512)])


def build_nine_select() -> vec[u8]:
    row: list[int] = []
    for bits in range(512):
        places = [place for place in range(9) if bits >> place & 1]
        row += places + [0] * (9 - len(places))
    return vec[u8]([u8(place) for place in row])


NINE_SELECT: Final = build_nine_select()


def count_of(mask: i64) -> i64:
    """How many things a set has: the bits are added up in pairs, fours and bytes."""
    pairs: i64 = mask - (mask >> 1 & 0x1555_5555_5555_5555)
    fours: i64 = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
    bytes_: i64 = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    return (bytes_ * 0x0101_0101_0101_0101 & 0x3FFF_FFFF_FFFF_FFFF) >> 56


def select(mask: i64, k: i64) -> i64:
    """The k-th thing of a set, from 0; there must be so many."""
    base: i64 = 0
    while True:
        nine: i64 = mask & 511
        here: i64 = i64(NINE_COUNT[nine])
        if k < here:
            return base + i64(NINE_SELECT[nine * 9 + k])
        k -= here
        mask >>= 9
        base += 9
