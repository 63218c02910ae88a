"""Sets of up to 62 members as the bits of a native integer.

The code has no branches: which member is picked is random, so a mispredicted branch would cost
more time than the whole computation.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8


def build_byte_select() -> vec[u8]:
    """The position of the k-th set bit of every byte, eight entries per byte."""
    row: list[int] = []
    for bits in range(256):
        places = [place for place in range(8) if bits >> place & 1]
        row += places + [0] * (8 - len(places))
    return vec[u8]([u8(place) for place in row])


BYTE_SELECT: Final = build_byte_select()


def running_counts(mask: i64) -> i64:
    """In each byte, the number of members in that byte and all lower ones.

    Bits are summed in pairs, in fours, in bytes, and then over the bytes.
    """
    pairs: i64 = mask - (mask >> 1 & 0x1555_5555_5555_5555)
    fours: i64 = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
    bytes_: i64 = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    return bytes_ * 0x0101_0101_0101_0101 & 0x3FFF_FFFF_FFFF_FFFF


def count_of(mask: i64) -> i64:
    """The number of members."""
    return running_counts(mask) >> 56


def select(mask: i64, k: i64) -> i64:
    """The k-th member, counted from 0. The set must have more than k members."""
    counts: i64 = running_counts(mask)
    # The member lies above each byte whose count is at most k. All bytes are compared at once:
    # the subtraction leaves the highest bit of each such byte set.
    passed: i64 = (
        (k * 0x01_0101_0101_0101 | 0x80_8080_8080_8080) - (counts & 0x7F_7F7F_7F7F_7F7F)
    ) & 0x80_8080_8080_8080
    base: i64 = ((passed >> 7) * 0x01_0101_0101_0101 >> 48 & 7) * 8
    below: i64 = counts << 8 >> base & 255
    return base + i64(BYTE_SELECT[(mask >> base & 255) * 8 + k - below])
