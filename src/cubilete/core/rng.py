"""The generator for simulation: small, fast, the same on every machine.

A linear congruential generator modulo 2**62, of which the high bits are used. Its statistics are
tested; it is predictable by design, so no real table ever uses it.
"""

import hashlib
from typing import Final, final

from mypy_extensions import i64

TOGETHER: Final = 46_656  # six dice


@final
class Rng:
    """A stream of numbers that `seed` alone decides."""

    def __init__(self, seed: i64) -> None:
        # The seed is stirred, so that neighbouring seeds give streams that have nothing in
        # common.
        x: i64 = seed & 0x3FFF_FFFF_FFFF_FFFF
        for _round in range(3):
            x = ((x ^ (x >> 31)) * 2685821657736338717 + 1) & 0x3FFF_FFFF_FFFF_FFFF
        self.state: i64 = x

    def bits(self) -> i64:
        """Forty random bits."""
        # Only the low 62 bits of a product are kept: they are the same whether the product
        # wraps round at 64 bits (compiled) or is exact (interpreted). Every constant is
        # below 2**62: mypyc makes objects of larger ones, at ten times the cost. The high
        # bits, which are the good ones of such a generator, decide.
        s: i64 = (self.state * 3202034522624059733 + 1442695040888963407) & 0x3FFF_FFFF_FFFF_FFFF
        self.state = s
        return s >> 22

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, all equally likely; n is at most 2**22."""
        return self.bits() * n >> 40

    def draw(self, sizes: list[int]) -> list[int]:
        """A number from 0 for each of the independent draws of these sizes.

        One call of `below` serves as many of them as fit together, so that six dice cost
        hardly more than one; the first is the lowest digit.
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
        """A generator that goes on in the same way."""
        new = Rng(0)
        new.state = self.state
        return new


def seeded(*parts: str | int) -> Rng:
    """A generator whose stream depends on all the parts, unrelated for different parts."""
    text = "/".join(str(part) for part in parts)
    digest = hashlib.sha256(text.encode()).digest()
    return Rng(int.from_bytes(digest[:8], "big") >> 2)
