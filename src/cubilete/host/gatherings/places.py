"""Points by place: what the games of an evening are worth.

With n players the first place is worth n points, the second n - 1, and so on. Players who share
places share their points evenly, so that a game is always worth the same in all. The points are
whole or half numbers.
"""

from collections.abc import Sequence


def points_by_place(scores: Sequence[int], winners: Sequence[int]) -> list[float]:
    """The points of each player of a game. The winners come first, the others by how near they came
    to them, as on the last page."""
    best = scores[winners[0]]
    ranks = [
        (number not in winners, 0 if number in winners else abs(score - best))
        for number, score in enumerate(scores)
    ]
    return [shared_points(ranks, rank) for rank in ranks]


def shared_points(ranks: Sequence[tuple[bool, int]], rank: tuple[bool, int]) -> float:
    """What each player of a rank gets."""
    better = sum(other < rank for other in ranks)
    equal = ranks.count(rank)
    first = len(ranks) - better
    return (first + first - equal + 1) / 2
