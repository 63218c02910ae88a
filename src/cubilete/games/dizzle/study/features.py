"""What matters in a position of Dizzle before a decision."""

from cubilete.core.parts.study import Feature
from cubilete.games.dizzle.rules import Dizzle


def features(state: Dizzle, seat: int) -> dict[str, Feature]:
    return {}
