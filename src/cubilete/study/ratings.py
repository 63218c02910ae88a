"""Bradley-Terry ratings: one number a player, from how often each beat each other one.

The chance that one player does better than another is a logistic function of the difference of
their ratings. On the scale used here, that of chess, 400 points are odds of ten to one.
"""

import math
from collections.abc import Mapping

SCALE = 400 / math.log(10)
ROUNDS = 10_000
CLOSE = 1e-9
HALF_A_WIN = 0.5
"""Added to both sides of each pair that played, so that a rating is finite for a player who won or
lost everything."""


def ratings(beaten: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The ratings of all players; their mean is 0. `beaten[a][b]` counts how often a beat b.

    Computed by the minorisation-maximisation algorithm, which converges to the maximum of the
    likelihood.
    """
    names = list(beaten)
    wins = {
        one: {
            two: beaten[one][two] + HALF_A_WIN
            for two in names
            if one != two and beaten[one][two] + beaten[two][one] > 0
        }
        for one in names
    }
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        improved = {name: improve(name, wins, strength) for name in names}
        mean = math.exp(sum(math.log(value) for value in improved.values()) / len(names))
        improved = {name: value / mean for name, value in improved.items()}
        change = max(abs(improved[name] / strength[name] - 1) for name in names)
        strength = improved
        if change < CLOSE:
            break
    return {name: SCALE * math.log(strength[name]) for name in names}


def improve(
    name: str, wins: Mapping[str, Mapping[str, float]], strength: Mapping[str, float]
) -> float:
    games = sum(
        (won + wins[other][name]) / (strength[name] + strength[other])
        for other, won in wins[name].items()
    )
    return sum(wins[name].values()) / games if games else strength[name]
