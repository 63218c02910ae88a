"""What decided an analysed game, in one sentence: no more than the numbers tell."""

import pytest

from cubilete.bots.analysis import Choice, Step
from cubilete.bots.report import Report
from cubilete.core.parts.policy import Effort
from cubilete.table.retelling import verdict_of


def won_by_ana(skill: float, error: float) -> Report:
    """A game that was even and that Ana has won, with one decision of this skill."""
    choice = Choice(1, 0, "a", "a", 0.0, 0.0, 0.0, (skill, -skill), (error, error), by_bot=False)
    step = Step(1, 1, (0.5, -0.5), (choice,))
    return Report(1, Effort(), (0.5, 0.5), (0.0, 0.0), (step,))


@pytest.mark.parametrize(
    ("skill", "error", "sentence"),
    [
        (0.3, 0.05, "Ana made fewer mistakes, and luck helped."),
        (0.7, 0.05, "Ana made fewer mistakes and won against the luck."),
        (-0.3, 0.05, "Ana made more mistakes: luck won this game."),
        (0.02, 0.05, "Ana's decisions made no clear difference: luck decided."),
        (0.3, 0.4, "Ana won; whether by luck or by skill is not clear."),
        (-0.3, 0.9, "Ana won; whether by luck or by skill is not clear."),
    ],
)
def test_sentence_tells_no_more_than_the_numbers(skill: float, error: float, sentence: str) -> None:
    assert str(verdict_of(won_by_ana(skill, error), [0], ["Ana", "Luis"], "en")) == sentence


def test_shared_win_is_not_explained() -> None:
    report = won_by_ana(0.3, 0.05)
    assert str(verdict_of(report, [0, 1], ["Ana", "Luis"], "en")) == "A shared win."


def test_points_alone_are_compared_with_what_was_expected() -> None:
    report = Report(1, Effort(), (52.25,), (1.0,), (Step(1, 1, (-19.25,), ()),))
    verdict = verdict_of(report, [0], ["Ana"], "es")
    assert str(verdict) == "33,0 points; expected: 52,2."
