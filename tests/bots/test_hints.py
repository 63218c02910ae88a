"""Hints: from what a seat sees alone, the best choice first, and when the coach speaks up."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from liars_cup import GAME as LIARS_CUP
from pig import GAME as PIG
from pig import Pig

from cubilete import CHANCE, SEATS, AnyGame, Rng, State, View, all_games
from cubilete.bots.hints import (
    COSTLY_POINTS,
    COSTLY_SHARE,
    FEWEST_PLAYOUTS,
    Advice,
    Hint,
    NoHints,
    hints,
    shortened,
)
from cubilete.bots.positions import has_levels, open_position
from cubilete.core.parts.policy import Budget
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import seeded
from cubilete.core.state import pick_seat

FEW = Budget(playouts=24, shortlist=4, turns=1)
EACH = 3
"""How many positions of each game are looked at."""


def positions(game: AnyGame, setup: Setup) -> Iterator[State]:
    """Positions of random games in which a seat has a choice."""
    rng = seeded("hints", game.slug)
    while True:
        state: State = game.rules.start(setup)
        while not state.over:
            turn = state.turn()
            if turn == SEATS:
                if len(state.legal(chooser(state))) > 2 and not rng.below(5):
                    yield state.copy()
                seat = pick_seat(state.acting(), rng)
                state.advance(seat, state.choose(seat, rng))
            else:
                state.advance(turn, state.sample(rng) if turn == CHANCE else 0)


def chooser(state: State) -> int:
    return state.to_act[0]


def setup_of(game: AnyGame) -> Setup:
    return game.setup(max(game.about.players[0], 2) if 2 in game.about.players else 3)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_hints_depend_on_the_view_alone(game: AnyGame) -> None:
    """Two positions that look the same to a seat give it the same hints."""
    setup = setup_of(game)
    rng = seeded("imagine", game.slug)
    for _, state in zip(range(EACH), positions(game, setup), strict=False):
        view: View = game.rules.view(state, chooser(state))
        given = []
        for luck in (rng.copy(), Rng(rng.bits())):
            other = game.policy.imagine(setup, view, luck)
            seen = game.rules.view(other, view.seat)
            assert seen == view
            given.append(hints(game, setup, seen, FEW, Rng(7)))
        assert given[0] == given[1]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_hints_are_legal_and_sorted_and_have_the_wanted_action(game: AnyGame) -> None:
    setup = setup_of(game)
    for _, state in zip(range(EACH), positions(game, setup), strict=False):
        view: View = game.rules.view(state, chooser(state))
        wanted = view.legal[-1]
        advice = hints(game, setup, view, FEW, Rng(3), [wanted])
        assert 1 < len(advice.hints) <= FEW.shortlist + 1
        assert {hint.action for hint in advice.hints} <= set(view.legal)
        worths = [hint.worth for hint in advice.hints]
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= hint.worth <= 1 and 0 <= hint.error < 1 for hint in advice.hints)
        assert advice.hints[0].behind == 0
        assert advice.of(wanted) is not None
        assert not advice.alone


def test_worths_are_points_in_a_game_that_is_played_alone() -> None:
    game = next(game for game in all_games() if game.slug == "dizzle")
    setup = game.setup(1)
    state = next(positions(game, setup))
    advice = hints(game, setup, game.rules.view(state, 0), FEW, Rng(3))
    assert advice.alone
    assert max(hint.worth for hint in advice.hints) > 1


# --- A game without a policy ---


def pig_before_the_goal() -> tuple[Setup, Pig]:
    """Seat 0 has 90 points and has gained 20 in this turn: holding wins. Seat 1 is near, too."""
    setup = PIG.setup(2)
    state = PIG.rules.start(setup)
    state.points, state.gained, state.rolling = [90, 98], 20, False
    return setup, state


def test_open_game_without_a_policy_is_judged_in_its_position_by_random_playouts() -> None:
    setup, state = pig_before_the_goal()
    view = PIG.rules.view(state, 0)
    best, other = hints(
        PIG, setup, view, Budget(200), Rng(1), position=open_position(PIG, state)
    ).hints
    assert (best.action, best.worth, best.error) == ("hold", 1.0, 0.0)
    assert other.action == "roll"
    assert 0.5 < other.worth < 1
    assert other.behind == pytest.approx(1 - other.worth)


def test_game_that_hides_something_and_can_not_imagine_it_has_no_hints() -> None:
    game: AnyGame = LIARS_CUP
    assert not has_levels(game)
    setup = game.setup(2)
    state = next(positions(game, setup))
    view = game.rules.view(state, chooser(state))
    with pytest.raises(NoHints):
        hints(game, setup, view, FEW, Rng(1))


# --- The coach ---


def advice_with(behind: float, error: float, alone: bool = False) -> Advice:
    best = Hint("good", 0.6, 0.01, 0.0, 0.0)
    return Advice(
        (best, replace(best, action="bad", behind=behind, behind_error=error)), alone, 100, False
    )


@pytest.mark.parametrize(
    ("behind", "error", "alone", "costly"),
    [
        (COSTLY_SHARE, 0.01, False, True),
        (COSTLY_SHARE - 0.001, 0.0, False, False),
        (0.2, 0.1, False, False),
        (0.21, 0.1, False, True),
        (COSTLY_POINTS, 1.0, True, True),
        (COSTLY_POINTS - 0.1, 0.1, True, False),
    ],
)
def test_coach_speaks_up_about_what_surely_costs_much(
    behind: float, error: float, alone: bool, costly: bool
) -> None:
    advice = advice_with(behind, error, alone)
    assert advice.is_costly("bad") is costly
    assert not advice.is_costly("good")
    assert not advice.is_costly("never judged")


def test_interpreted_rules_get_fewer_playouts() -> None:
    assert shortened(Budget(4000, 6, 2)) == Budget(200, 6, 2)
    assert shortened(Budget(100)).playouts == FEWEST_PLAYOUTS
