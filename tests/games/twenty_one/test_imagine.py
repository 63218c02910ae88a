"""Imagined positions, and the levels that play in them."""

from functools import partial

import pytest

from cubilete.bots.judge import judge
from cubilete.bots.levels import LEVELS, make_bot
from cubilete.core.parts.policy import Budget
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import SEATS
from cubilete.games.twenty_one import GAME
from cubilete.games.twenty_one.policy import strategy_for
from cubilete.games.twenty_one.rules import CROSS, TwentyOne

from .positions import decisions_of_a_game, random_position
from .table import view


@pytest.mark.parametrize("players", GAME.about.players)
def test_an_imagined_position_gives_the_same_view(players: int) -> None:
    setup = GAME.setup(players)
    rng = Rng(players)
    for number in range(2):
        for state, _ in decisions_of_a_game(players, number):
            for seat in state.to_act:
                shown = view(state, seat)
                for _ in range(2):
                    imagined = GAME.policy.imagine(setup, shown, rng)
                    assert view(imagined, seat) == shown
                    assert view(imagined) == view(state)


@pytest.mark.rule("T1-6")
def test_sealed_decisions_of_others_are_those_of_the_strategy() -> None:
    setup = GAME.setup(4)
    strategy = strategy_for(4)
    for number in range(20):
        rng = seeded("sealed", number)
        state = random_position(4, rng, writing=True)
        expected = [strategy.choose(state, seat, rng) for seat in range(4)]
        for seat in (0, 3):
            state.advance(seat, state.choose(seat, rng))
        imagined = GAME.policy.imagine(setup, view(state, 1), rng)
        assert [imagined.decision(seat) for seat in (0, 3)] == [expected[0], expected[3]]
        assert imagined.to_act == [1, 2]


@pytest.mark.parametrize("players", [2, 6])
def test_a_game_goes_on_from_an_imagined_position(players: int) -> None:
    setup = GAME.setup(players)
    rng = Rng(5)
    for state, seat in decisions_of_a_game(players, 3):
        imagined = GAME.policy.imagine(setup, view(state, seat), rng)
        while not imagined.over:
            by = imagined.to_act[0] if imagined.turn() == SEATS else -1
            code = imagined.choose(by, rng) if by >= 0 else imagined.sample(rng)
            imagined.apply(by, code)


@pytest.mark.parametrize("name", LEVELS[:3])
@pytest.mark.parametrize("players", GAME.about.players)
def test_levels_answer_legally_and_alike(name: str, players: int) -> None:
    bot = make_bot(GAME, GAME.setup(players), name)
    for state, seat in decisions_of_a_game(players, 4):
        shown = view(state, seat)
        text = bot.choose(shown, Rng(7))
        assert text in shown.legal
        assert bot.choose(shown, Rng(7)) == text


def test_search_ends_a_game_that_is_won() -> None:
    setup = GAME.setup(2)
    found = 0
    for number in range(300):
        state = random_position(2, seeded("finish", number), writing=True)
        if not can_end(state) or state.points(0) < state.points(1) + 50:
            continue
        found += 1
        imagine = partial(GAME.policy.imagine, setup, view(state, 0))
        best = judge(imagine, 0, strategy_for(2), Budget(200, 64, 2), Rng(1))[0]
        assert best.values[0] == pytest.approx(1, abs=0.01)
    assert found


def can_end(state: TwentyOne) -> bool:
    after = state.copy()
    after.advance(1, CROSS)
    after.advance(0, max(after.legal(0), key=lambda code: after.text(0, code).count(" ")))
    return state.row_of(0) == 4 and after.over
