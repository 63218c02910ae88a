"""The chance of each part of a sheet to give its points, as tables. This module is compiled.

A chance is a logistic function: its logarithmic odds are a weighted sum of terms, which have the
number of turns left and the *levels* of cells (see `cubilete.games.dizzle.policy.outlook`). The
weights are in `data/outlook.txt`; `cubilete precompute dizzle` learns them.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

LEVELS: Final = 8
FAR: Final = LEVELS + 1
"""The level of all cells that are farther away, or out of reach."""
PARTS_OF_A_TURN: Final = 4
CERTAIN: Final = 1024 * PARTS_OF_A_TURN
"""The chance of what is certain: chances are whole numbers."""

MOST_MISSING: Final = 9
MOST_DETOUR: Final = 23
SET_KEYS: Final = (MOST_MISSING + 1) * (FAR + 1) * (MOST_DETOUR + 1)
CELL_KEYS: Final = (FAR + 1) * (FAR + 1)

KINDS: Final = ("gem", "pile", "bomb", "flag", "set")

Weights = dict[str, list[float]]
"""A section of `data/outlook.txt`. Each kind of part has the weights of its terms under its name,
and under its name with “-late” what is added to them, divided by the number of turns left."""


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
    """What the weights of a part are multiplied with."""
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


def chance(weights: list[float], found: list[float]) -> int:
    """The chance of a part with these terms, of CERTAIN // PARTS_OF_A_TURN."""
    odds = 0.0
    for place in range(min(len(weights), len(found))):
        odds += weights[place] * found[place]
    odds = max(min(odds, 30.0), -30.0)
    return int(CERTAIN // PARTS_OF_A_TURN / (1.0 + math.exp(-odds)) + 0.5)


def table_of(weights: Weights, kind: str, turns: int) -> vec[i64]:
    """The chances of a kind of part: first by the quarters of turns that are left, then by key.

    Between two whole numbers of turns they are interpolated; without turns there is no chance.
    """
    late = weights[kind + "-late"]
    found = [terms(kind, key) for key in range(SET_KEYS if kind == "set" else CELL_KEYS)]
    now = [0] * len(found)
    table = list(now)
    for left in range(1, turns + 1):
        row = [weight + late[place] / left for place, weight in enumerate(weights[kind])]
        before, now = now, [chance(row, term) for term in found]
        for part in range(1, PARTS_OF_A_TURN + 1):
            rest = PARTS_OF_A_TURN - part
            table += [now[key] * part + before[key] * rest for key in range(len(found))]
    return vec[i64](table)


@final
class Chances:
    """The tables of all kinds of parts, for one number of players."""

    def __init__(self, weights: Weights, turns: int) -> None:
        self.weights: Weights = weights
        self.gem: vec[i64] = table_of(weights, "gem", turns)
        self.pile: vec[i64] = table_of(weights, "pile", turns)
        self.bomb: vec[i64] = table_of(weights, "bomb", turns)
        self.flag: vec[i64] = table_of(weights, "flag", turns)
        self.set: vec[i64] = table_of(weights, "set", turns)
