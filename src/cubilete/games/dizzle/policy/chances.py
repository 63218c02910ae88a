"""The chance of each part of a sheet to give its points, as tables. This module is compiled.

A chance is a logistic function: its logarithmic odds are a weighted sum of terms, which have the
number of turns left and the *levels* of cells (see `cubilete.games.dizzle.policy.outlook`). The
weights are in `data/outlook.txt`; `tools/dizzle_outlook.py` learns them.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

LEVELS: Final = 8
FAR: Final = LEVELS + 1
"""The level of all cells that are farther away, or out of reach."""
CERTAIN: Final = 1024
"""The chance of what is certain: chances are whole numbers."""

MOST_MISSING: Final = 12
MOST_DETOUR: Final = 31
MOST_FREE: Final = 127
SET_KEYS: Final = (MOST_MISSING + 1) * (FAR + 1) * (MOST_DETOUR + 1)
CELL_KEYS: Final = (FAR + 1) * (FAR + 1)

KINDS: Final = ("gem", "pile", "bomb", "flag", "set")
GEM: Final = 0
PILE: Final = 1
BOMB: Final = 2
FLAG: Final = 3
SET: Final = 4

FINE: Final = 32
"""Logarithmic odds are whole numbers too: so many make a difference of one."""
MOST_ODDS: Final = 8 * FINE
NEVER: Final = -4 * MOST_ODDS

Weights = dict[str, list[list[float]]]
"""A section of `data/outlook.txt`: for each kind of part, and each number of turns left from 1 on,
the weights of its terms. Other names have one row."""

LOGISTIC: Final = vec[i64](
    [
        int(CERTAIN / (1.0 + math.exp(-x / FINE)) + 0.5) if x > -MOST_ODDS else 0
        for x in range(-MOST_ODDS, MOST_ODDS + 1)
    ]
)
"""The chance with each logarithmic odds, from -MOST_ODDS on."""


def set_key(missing: i64, farthest: i64, detour: i64) -> i64:
    """A set by its missing cells: how many, the highest level, the sum of the levels above 1."""
    if missing > MOST_MISSING:
        missing = MOST_MISSING
    if detour > MOST_DETOUR:
        detour = MOST_DETOUR
    return (missing * (FAR + 1) + farthest) * (MOST_DETOUR + 1) + detour


def cell_key(own: i64, rival: i64) -> i64:
    """A single cell by its level, and its lowest level for a rival; 0 where that is no matter."""
    return own * (FAR + 1) + rival


def terms(kind: str, key: int) -> list[float]:
    """What the weights of a part are multiplied with, but for the last, `free_term`."""
    return set_terms(key) if kind == "set" else cell_terms(key)


def set_terms(key: int) -> list[float]:
    missing = float(key // (MOST_DETOUR + 1) // (FAR + 1))
    farthest = float(key // (MOST_DETOUR + 1) % (FAR + 1))
    detour = float(key % (MOST_DETOUR + 1)) / max(missing, 1.0)
    return [1.0, missing, missing * missing / 10, farthest, detour]


def cell_terms(key: int) -> list[float]:
    own, rival = float(key // (FAR + 1)), float(key % (FAR + 1))
    found = [1.0, own, own * own / 10]
    if rival:
        found += [rival, 1.0 if own <= rival else 0.0]
    return found


def free_term(turns: int, free: int) -> float:
    """The term of the cells that are neither crossed nor exploded. Where they are few, a seat
    crosses most of them."""
    return math.log(max(free, 1) / (5.0 * turns))


def odds(weights: list[float], found: list[float]) -> float:
    """The logarithmic odds of these terms."""
    total = 0.0
    for place in range(min(len(weights), len(found))):
        total += weights[place] * found[place]
    return total


def whole(x: float) -> int:
    """Logarithmic odds as a whole number."""
    return math.floor(max(min(x * FINE, MOST_ODDS), -MOST_ODDS) + 0.5)


@final
class Chances:
    """The odds of all kinds of parts, for one number of players."""

    def __init__(self, weights: Weights, turns: int) -> None:
        self.weights: Weights = weights
        self.turns: i64 = turns
        parts: list[int] = []
        free: list[int] = []
        starts: list[int] = []
        sizes: list[int] = []
        for kind in KINDS:
            size = SET_KEYS if kind == "set" else CELL_KEYS
            starts.append(len(parts))
            sizes.append(size)
            parts += [NEVER] * size
            free += [0] * (MOST_FREE + 1)
            found = [terms(kind, key) for key in range(size)]
            for left, row in enumerate(weights[kind], 1):
                parts += [whole(odds(row[:-1], term)) for term in found]
                free += [whole(row[-1] * free_term(left, n)) for n in range(MOST_FREE + 1)]
        self.parts: vec[i64] = vec[i64](parts)
        self.free: vec[i64] = vec[i64](free)
        self.starts: vec[i64] = vec[i64](starts)
        self.sizes: vec[i64] = vec[i64](sizes)

    def chance(self, kind: i64, key: i64, turns: i64, free: i64) -> i64:
        """The chance of a part if so many turns are left; none if there are none."""
        x: i64 = self.parts[self.starts[kind] + turns * self.sizes[kind] + key]
        x += self.free[(kind * (self.turns + 1) + turns) * (MOST_FREE + 1) + free]
        if x > MOST_ODDS:
            x = MOST_ODDS
        elif x < -MOST_ODDS:
            x = -MOST_ODDS
        return LOGISTIC[x + MOST_ODDS]
