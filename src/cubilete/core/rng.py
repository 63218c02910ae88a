"""The pseudo-random generator for simulations: small, fast, the same on every machine.

A linear congruential generator modulo 2**62; only its high bits are used. Its output is
predictable, so tables where people play must use `cubilete.core.fair` instead.
"""

import hashlib
from typing import Final, final

from mypy_extensions import i64

TOGETHER: Final = 46_656  # six dice


@final
class Rng:
    """A stream of numbers that depends on `seed` alone."""

    def __init__(self, seed: i64) -> None:
        # The seed is mixed, so that neighbouring seeds give unrelated streams.
        x: i64 = seed & 0x3FFF_FFFF_FFFF_FFFF
        for _round in range(3):
            x = ((x ^ (x >> 31)) * 2685821657736338717 + 1) & 0x3FFF_FFFF_FFFF_FFFF
        self.state: i64 = x

    def bits(self) -> i64:
        """Forty random bits."""
        # Only the low 62 bits of the product are kept: they are the same whether the product
        # wraps at 64 bits (compiled) or is exact (interpreted). Every constant is below 2**62:
        # mypyc makes objects of larger ones, at ten times the cost. The low bits of such a
        # generator have short periods, so only the high ones are returned.
        s: i64 = (self.state * 3202034522624059733 + 1442695040888963407) & 0x3FFF_FFFF_FFFF_FFFF
        self.state = s
        return s >> 22

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, all equally likely; n must be at most 2**22."""
        return self.bits() * n >> 40

    def draw(self, sizes: list[int]) -> list[int]:
        """A number from 0 to size - 1 for each size, independently.

        One call of `below` serves several draws, as long as the product of their sizes is at
        most TOGETHER; the first draw is the lowest digit. So six dice cost about as much as one.
        """
        drawn: list[int] = []
        start = 0
        while start < len(sizes):
            ways = sizes[start]
            end = start + 1
            while end < len(sizes) and ways * sizes[end] <= TOGETHER:
                ways *= sizes[end]
                end += 1
            rest = int(self.below(ways))
            for place in range(start, end):
                drawn.append(rest % sizes[place])
                rest //= sizes[place]
            start = end
        return drawn

    def copy(self) -> "Rng":
        """A generator that continues with the same numbers."""
        new = Rng(0)
        new.state = self.state
        return new


def seeded(*parts: str | int) -> Rng:
    """A generator whose seed is a hash of all the parts."""
    return Rng(seed_from("/".join([str(part) for part in parts])))


def seed_from(text: str) -> int:
    """A seed that depends on the whole text."""
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 2
