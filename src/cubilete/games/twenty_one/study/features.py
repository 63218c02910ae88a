"""What matters in a position of Twenty One before a decision."""

from cubilete.core.parts.study import Feature
from cubilete.games.twenty_one.rules import TwentyOne


def features(state: TwentyOne, seat: int) -> dict[str, Feature]:
    return {}
