"""Names for the scores of a result."""

from collections.abc import Sequence

from cubilete.core.game import AnyGame


def score_names(game: AnyGame, names: Sequence[str], count: int) -> list[str]:
    """One name for each of `count` scores: the seats' names, then those of scores without a seat.

    A solo game can score an opponent that has no seat.
    """
    extra = count - len(names)
    return [*names, *(game.words.extra_player(number) for number in range(extra))]
