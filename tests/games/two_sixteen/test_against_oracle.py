"""Random games, compared event by event with a second implementation of the rules."""

import pytest

from cubilete.core.match import Match
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE
from cubilete.games.two_sixteen import GAME

from .oracle import Oracle


def follow_a_game(seats: int, target: int, seed: int, head_start: int = 0) -> Oracle:
    material = GAME.rules.default_material({})
    options = {"target": target, "head_start": head_start}
    match = Match(GAME, ["x"] * seats, options, with_legal=True)
    oracle = Oracle(seats, target, material)
    if head_start:
        oracle.scores[1] = head_start
    rng = seeded("oracle", seats, target, seed)
    while not match.state.over:
        assert not oracle.over
        state = match.state
        if state.turn() == CHANCE:
            assert oracle.expects != "decision"
            if oracle.expects != "roll" or seed % 3 == 0:
                found = {state.text(CHANCE, c): w for c, w in state.distribution().items()}
                assert found == oracle.possible()
            audience = oracle.audience()
            event = match.apply(CHANCE, state.sample(rng))
            assert event.to == audience
        else:
            assert state.to_act == [oracle.seat]
            code = state.choose(oracle.seat, rng)
            event = match.apply(oracle.seat, code)
            assert event.to is None
            assert event.legal is not None
            assert list(event.legal) == oracle.legal()
        oracle.follow(event.text)
        assert match.state.scores() == oracle.scores
    assert oracle.over
    assert match.state.winners() == [oracle.scores.index(max(oracle.scores))]
    return oracle


@pytest.mark.parametrize("seats", range(1, 7))
def test_every_list_chance_score_and_end_is_as_the_oracle_says(seats: int) -> None:
    for seed in range(12 if seats == 1 else 2):
        follow_a_game(seats, 100, seed)


@pytest.mark.rule("216-14")
@pytest.mark.parametrize("seats", [1, 2])
def test_a_long_game_is_as_the_oracle_says(seats: int) -> None:
    follow_a_game(seats, 400, 3)


@pytest.mark.rule("216-11")
def test_both_decks_are_rebuilt_in_a_long_game_with_many_players() -> None:
    assert follow_a_game(6, 250, 1).rebuilt == {"objectives", "helps"}


@pytest.mark.rule("216-17")
def test_a_solo_game_with_a_head_start_is_as_the_oracle_says() -> None:
    for seed in range(4):
        follow_a_game(1, 100, seed, head_start=30 * seed)
