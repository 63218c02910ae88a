"""Names for the scores of a result."""

from collections.abc import Sequence

from cubilete.core.game import Game


def score_names(game: Game, names: Sequence[str], count: int) -> list[str]:
    """One name for each of `count` scores: the seats' names, then those of scores without a seat.

    A solo game can score an opponent that has no seat.
    """
    return [*names, *["IA"] * (count - len(names))]
