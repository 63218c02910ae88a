"""The chance to win, compared with trying every way in which the categories can end."""

from itertools import product

import pytest
from librt.vecs import vec

from cubilete.core.rng import Rng, seeded
from cubilete.games.seis_dados.policy.chances import LAST, ME, NEXT, NOBODY, Chances, ahead_of_both
from cubilete.games.seis_dados.scoring import SECTION_COUNT
from cubilete.games.seis_dados.tables import CATEGORIES, CATEGORY_COUNT, SECTIONS

SOME_CATEGORIES = ["ones", "twos", "threes", "pair", "four", "max-sum", "jokers"]


def some_law(categories: list[str], takers: list[int], rng: Rng) -> vec[float]:
    """A random law; a third of the categories are decided."""
    law = [0.0] * (4 * CATEGORY_COUNT)
    for name in categories:
        weights = [int(1 + rng.below(9)) for _ in takers]
        if rng.below(3) == 0:
            decided = rng.below(len(takers))
            weights = [int(place == decided) for place in range(len(takers))]
        for taker, weight in zip(takers, weights, strict=True):
            law[4 * CATEGORIES.index(name) + taker] = weight / sum(weights)
    return vec[float](law)


def points(taken: dict[str, int], seats: int, complete: set[str]) -> list[int]:
    """The points of each seat, the extra ones of complete sections included (SD-S3)."""
    totals = [0] * seats
    for section, names in SECTIONS.items():
        here = [0] * seats
        for name in names:
            if taken.get(name, NOBODY) != NOBODY:
                here[taken[name]] += 1
        totals = [total + more for total, more in zip(totals, here, strict=True)]
        if section in complete and here.count(max(here)) == 1:
            totals[here.index(max(here))] += 1
    return totals


def share_by_trying(
    law: vec[float], fixed: dict[str, int], seats: int, lowest: bool, complete: set[str]
) -> float:
    free = [name for name in SOME_CATEGORIES if name not in fixed]
    takers = [*range(seats), NOBODY]
    total = 0.0
    for ends in product(takers, repeat=len(free)):
        chance = 1.0
        for name, taker in zip(free, ends, strict=True):
            chance *= law[4 * CATEGORIES.index(name) + taker]
        if chance:
            scores = points({**fixed, **dict(zip(free, ends, strict=True))}, seats, complete)
            best = min(scores) if lowest else max(scores)
            if scores[ME] == best:
                total += chance / scores.count(best)
    return total


@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize("incomplete", ["", "groups"])
def test_two_players_are_computed_exactly(lowest: bool, incomplete: str) -> None:
    in_use = sum(1 << CATEGORIES.index(name) for name in SOME_CATEGORIES)
    complete = set(SECTIONS) - {incomplete}
    for number in range(4):
        law = some_law(SOME_CATEGORIES, [ME, NEXT, NOBODY], seeded("two", number))
        chances = Chances(2, in_use, lowest)
        chances.weigh(law, in_use, vec[float]([float(name in complete) for name in SECTIONS]))
        assert chances.share == pytest.approx(share_by_trying(law, {}, 2, lowest, complete))
        for name in SOME_CATEGORIES:
            for taker in (ME, NEXT, NOBODY):
                worth = chances.worth[4 * CATEGORIES.index(name) + taker]
                wanted = share_by_trying(law, {name: taker}, 2, lowest, complete)
                assert worth == pytest.approx(wanted)


def test_three_players_are_computed_within_a_few_hundredths() -> None:
    in_use = sum(1 << CATEGORIES.index(name) for name in SOME_CATEGORIES)
    errors = []
    for number in range(4):
        law = some_law(SOME_CATEGORIES, [ME, NEXT, LAST, NOBODY], seeded("three", number))
        chances = Chances(3, in_use, False)
        chances.weigh(law, in_use, vec[float]([1.0] * SECTION_COUNT))
        wanted = share_by_trying(law, {}, 3, False, set(SECTIONS))
        errors.append(abs(chances.share - wanted))
        for taker in (ME, NEXT, LAST, NOBODY):
            worth = chances.worth[4 * CATEGORIES.index("pair") + taker]
            wanted = share_by_trying(law, {"pair": taker}, 3, False, set(SECTIONS))
            errors.append(abs(worth - wanted))
    assert max(errors) < 0.1
    assert sum(errors) / len(errors) < 0.03


def test_being_ahead_of_both_is_exact_where_one_rival_is_out_and_among_equals() -> None:
    for share in (0.0, 0.1, 0.5, 0.93, 1.0):
        assert ahead_of_both(share, 1.0) == ahead_of_both(1.0, share) == pytest.approx(share)
        assert ahead_of_both(share, 0.0) == ahead_of_both(0.0, share) == 0.0
    assert ahead_of_both(0.5, 0.5) == pytest.approx(1 / 3, abs=0.002)
