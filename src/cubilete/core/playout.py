"""Random games in bulk, played inside compiled code."""

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State


def playouts(start: State, games: i64, rng: Rng) -> i64:
    """Plays many games from one position, which stays as it is; returns the decisions."""
    decisions: i64 = 0
    for _game in range(games):
        decisions += start.copy().playout(rng)
    return decisions
