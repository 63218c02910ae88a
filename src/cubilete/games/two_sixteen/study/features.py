"""What matters in a position of 216 before a decision."""

from cubilete.core.parts.study import Feature
from cubilete.games.two_sixteen.rules import TwoSixteen


def features(state: TwoSixteen, seat: int) -> dict[str, Feature]:
    return {}
