"""What matters in a position of Pa' fuera before a decision."""

from cubilete.core.parts.study import Feature
from cubilete.games.pa_fuera.rules import PaFuera


def features(state: PaFuera, seat: int) -> dict[str, Feature]:
    return {}
