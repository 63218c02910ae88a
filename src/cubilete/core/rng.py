"""The generator for simulation: small, fast, the same on every machine.

A linear congruential generator modulo 2**62 with a scrambled output. Its statistics are
tested; it is predictable by design, so no real table ever uses it.
"""

import hashlib
from typing import final

from mypy_extensions import i64


@final
class Rng:
    """A stream of numbers that `seed` alone decides."""

    def __init__(self, seed: i64) -> None:
        self.state: i64 = seed & 0x3FFF_FFFF_FFFF_FFFF

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, all equally likely; n is at most 2**31."""
        # Only the low 62 bits of a product are kept: they are the same whether the product
        # wraps round at 64 bits (compiled) or is exact (interpreted). Every constant is
        # below 2**62: mypyc makes objects of larger ones, at ten times the cost.
        s: i64 = (self.state * 3202034522624059733 + 1442695040888963407) & 0x3FFF_FFFF_FFFF_FFFF
        self.state = s
        x: i64 = ((s ^ (s >> 31)) * 2685821657736338717) & 0x3FFF_FFFF_FFFF_FFFF
        return ((x >> 30) * n) >> 32

    def copy(self) -> "Rng":
        return Rng(self.state)


def seeded(*parts: str | int) -> Rng:
    """A generator whose stream depends on all the parts, unrelated for different parts."""
    text = "/".join(str(part) for part in parts)
    digest = hashlib.sha256(text.encode()).digest()
    return Rng(int.from_bytes(digest[:8], "big") >> 2)
