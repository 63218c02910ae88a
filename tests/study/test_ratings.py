"""Bradley-Terry ratings."""

import math

import pytest

from cubilete.study.ratings import ratings


def test_ratings_give_back_the_chances_that_the_games_came_from() -> None:
    strength = {"weak": 1.0, "middle": 3.0, "strong": 9.0}
    beaten = {
        one: {two: 100_000 * strength[one] / (strength[one] + strength[two]) for two in strength}
        for one in strength
    }
    found = ratings(beaten)
    step = 400 * math.log10(3)
    assert found["strong"] - found["middle"] == pytest.approx(step, rel=1e-3)
    assert found["middle"] - found["weak"] == pytest.approx(step, rel=1e-3)
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)


def test_who_won_everything_has_a_finite_rating() -> None:
    found = ratings({"all": {"all": 0, "none": 10}, "none": {"all": 0, "none": 0}})
    assert found["all"] > found["none"]
    assert math.isfinite(found["all"])
