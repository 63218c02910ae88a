"""Sets of up to 62 things as the bits of a native number.

Nothing here branches: which thing of a set is picked is random, and a processor that guesses
the way wrongly loses more time than all of this takes.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8


def build_byte_select() -> vec[u8]:
    """The place of the k-th bit of every byte, eight entries a byte."""
    row: list[int] = []
    for bits in range(256):
        places = [place for place in range(8) if bits >> place & 1]
        row += places + [0] * (8 - len(places))
    return vec[u8]([u8(place) for place in row])


BYTE_SELECT: Final = build_byte_select()


def running_counts(mask: i64) -> i64:
    """In each byte, how many things a set has there and in the bytes below: the bits are
    added up in pairs, in fours, in bytes, and then over the bytes."""
    pairs: i64 = mask - (mask >> 1 & 0x1555_5555_5555_5555)
    fours: i64 = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
    bytes_: i64 = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    return bytes_ * 0x0101_0101_0101_0101 & 0x3FFF_FFFF_FFFF_FFFF


def count_of(mask: i64) -> i64:
    """How many things a set has."""
    return running_counts(mask) >> 56


def select(mask: i64, k: i64) -> i64:
    """The k-th thing of a set, from 0; there must be so many."""
    counts: i64 = running_counts(mask)
    # The thing lies above each byte whose count is at most k. All bytes are compared at once:
    # the highest bit of each is left after the subtraction where that is so.
    passed: i64 = (
        (k * 0x01_0101_0101_0101 | 0x80_8080_8080_8080) - (counts & 0x7F_7F7F_7F7F_7F7F)
    ) & 0x80_8080_8080_8080
    base: i64 = ((passed >> 7) * 0x01_0101_0101_0101 >> 48 & 7) * 8
    below: i64 = counts << 8 >> base & 255
    return base + i64(BYTE_SELECT[(mask >> base & 255) * 8 + k - below])
