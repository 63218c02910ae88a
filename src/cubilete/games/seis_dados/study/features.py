"""What matters in a position of Seis dados before a decision."""

from cubilete.core.parts.study import Feature
from cubilete.games.seis_dados.rules import SeisDados


def features(state: SeisDados, seat: int) -> dict[str, Feature]:
    return {}
