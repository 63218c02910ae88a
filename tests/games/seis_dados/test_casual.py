"""The casual player does what a sensible person does."""

import pytest

from cubilete.core.rng import Rng
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.rules import SeisDados

from .table import rolled, started, take_turn


def choice(state: SeisDados) -> str:
    setup = GAME.setup(int(state.seats), {})
    seat = state.to_act[0]
    return state.text(seat, GAME.policy.casual(setup).choose(state, seat, Rng(1)))


@pytest.mark.parametrize(
    ("dice", "noted"),
    [
        ("1 3 3 3 3 6", "assign threes 4"),
        ("1 2 3 4 5 6", "assign straight-6 6"),
        ("1 1 1 2 3 4", "reroll 2 3 4"),
    ],
)
def test_it_notes_what_is_good_and_aims_at_what_is_near(dice: str, noted: str) -> None:
    names = ["ones", "threes", "straight-6"]
    assert choice(rolled(dice, categories=names)) == noted


def test_it_notes_what_beats_the_other_by_just_enough() -> None:
    state = started(categories=["twos", "fives"])
    take_turn(state, "1 2 2 3 4 6", "twos 2")
    state.play(-1, "roll 2 2 2 5 5 6")
    assert choice(state) == "assign twos 3"


def test_it_spends_jokers_on_one_or_two_dice_only() -> None:
    for dice, word in (("1 1 1 2 3 4", "assign"), ("1 1 1 1 2 3", "joker")):
        state = rolled(dice, categories=["five"])
        state.repetitions = 2
        assert choice(state).split()[0] == word


def test_with_three_players_it_likes_middling_values() -> None:
    assert choice(rolled("1 2 2 4 5 6", 3, categories=["twos"])) == "assign twos 2"


def test_it_rolls_away_what_spoils_where_the_fewest_points_win() -> None:
    names = ["sixes", "max-sum"]
    state = rolled("1 2 3 4 5 6", categories=names, lowest_wins=True)
    assert choice(state) == "reroll 6"
