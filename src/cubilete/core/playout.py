"""Many random games in one compiled loop."""

from mypy_extensions import i64

from cubilete.core.rng import Rng
from cubilete.core.state import State


def playouts(start: State, games: i64, rng: Rng) -> i64:
    """Plays random games from `start`, which is not changed; returns the number of decisions."""
    decisions: i64 = 0
    for _game in range(games):
        decisions += start.copy().playout(rng)
    return decisions
