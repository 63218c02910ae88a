"""What a seat may expect of a round: laws of hidden dice, and means over them."""

from collections.abc import Iterator
from itertools import product

import pytest
from librt.vecs import vec

from cubilete import Rng, find_game
from cubilete.core.match import Match
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.core.strategy import next_seat
from cubilete.games.pa_fuera.policy import expert_for
from cubilete.games.pa_fuera.policy.expert import agrees
from cubilete.games.pa_fuera.policy.foresight import (
    CHANCES,
    COUNTS,
    OTHER,
    Foresight,
    no_law,
    other_law,
    standing_law,
)
from cubilete.games.pa_fuera.policy.outlook import read_outlook
from cubilete.games.pa_fuera.policy.strategy import PaFueraStrategy, held
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import CUP_NUMBER, ONE, ONE_CUP, of_seat

from .table import play, round_open

GAME = find_game("pa-fuera")


def calls(players: int, games: int) -> Iterator[PaFuera]:
    """All positions in which a call stands, of some games."""
    strategy = PaFueraStrategy()
    for seed in range(games):
        rng = seeded("calls", players, seed)
        state = GAME.new(players)
        while not state.over:
            turn = state.turn()
            if turn == SEATS:
                if state.face:
                    yield state.copy()
                seat = next_seat(state, strategy, rng)
                state.advance(seat, strategy.choose(state, seat, rng))
            else:
                state.advance(turn, state.sample(rng) if turn == CHANCE else 0)


def of_other(law: vec[float], seat: int) -> list[float]:
    return list(law)[seat * COUNTS : seat * COUNTS + COUNTS]


def test_chances_are_those_of_enumerated_dice() -> None:
    for dice in range(6):
        for faces, start in ((6, 0), (5, OTHER)):
            counts = [roll.count(0) for roll in product(range(faces), repeat=dice)]
            for count in range(6):
                expected = counts.count(count) / faces**dice
                assert CHANCES[start + dice * COUNTS + count] == pytest.approx(expected)


@pytest.mark.parametrize("players", [3, 4])
def test_laws_are_chances_of_dice_that_the_seats_have(players: int) -> None:
    for state in calls(players, 5):
        for seat in state.to_act:
            for law in (standing_law(state, seat), other_law(state, seat)):
                for other in range(players):
                    chances = of_other(law, other)
                    assert sum(chances) == pytest.approx(1)
                    assert min(chances) >= 0
                    assert sum(chances[of_seat(state.dice, other) + 1 :]) == 0


def test_caller_loses_nothing_and_who_let_the_call_stand_not_much() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 6", "1 2 5 5 5")
    play(match, "0 call 5", "1 pass")
    law = standing_law(state_of(match), 2)
    assert of_other(law, 0) == [1, 0, 0, 0, 0, 0]
    assert of_other(law, 1)[0] > CHANCES[5 * COUNTS]
    assert sum(of_other(law, 1)[2:]) < 0.05


def state_of(match: Match) -> PaFuera:
    assert isinstance(match.state, PaFuera)
    return match.state


@pytest.mark.parametrize("players", [3, 4])
def test_mean_is_that_of_all_rolls_of_the_others(players: int) -> None:
    """Two dice for each of the others: all their rolls are played to the end of the round."""
    outlook = read_outlook(players)
    state = PaFuera(players)
    state.rolling = 0
    state.tokens = sum((seat + 1) * ONE[seat] for seat in range(players))
    state.dice = 3 * ONE[0] + sum(2 * ONE[seat] for seat in range(1, players))
    state.begin_round(players - 1)
    state.cups = CUP_NUMBER[1, 1, 4]
    law = no_law(players)
    for other in range(1, players):
        for count in range(COUNTS):
            law[other * COUNTS + count] = CHANCES[2 * COUNTS + count]
    shares = []
    for rolls in product(product(range(1, 7), repeat=2), repeat=players - 1):
        after = state.copy()
        for other, roll in enumerate(rolls, start=1):
            after.cups += CUP_NUMBER[tuple(sorted(roll))] * ONE_CUP[other]
        after.face = 1
        after.lift_cups()
        shares.append(outlook.worth(after.tokens, after.dice, after.starter, 0))
    found = Foresight(outlook).mean(state, state.tokens, 0, 2, law)
    assert found == pytest.approx(sum(shares) / len(shares), abs=0.001)


@pytest.mark.parametrize("pays", [1, 2])
def test_partner_agrees_as_often_as_its_dice_say(pays: int) -> None:
    state = PaFuera(3)
    state.dice = 5 * ONE[0] + 3 * ONE[1] + 5 * ONE[2]
    saved = [
        (roll.count(1), roll.count(2))
        for roll in product(range(1, 7), repeat=3)
        if roll.count(1) - roll.count(2) >= pays
    ]
    lost, kept = no_law(3), no_law(3)
    assert agrees(state, 1, pays, lost, kept) == pytest.approx(len(saved) / 6**3)
    for count in range(COUNTS):
        for law, place in ((lost, 0), (kept, 1)):
            expected = sum(pair[place] == count for pair in saved) / len(saved)
            assert of_other(law, 1)[count] == pytest.approx(expected)


@pytest.mark.parametrize(("cup", "passes"), [("1 2 3 4 6", True), ("1 5 5 5 5", False)])
def test_expert_lets_a_call_stand_that_takes_nothing_but_not_four_dice(
    cup: str, passes: bool
) -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 6", cup)
    play(match, "0 call 5", "1 pass")
    state = state_of(match)
    assert (state.text(2, expert_for(3).choose(state, 2, Rng(1))) == "pass") == passes


@pytest.mark.parametrize("players", [3, 4])
def test_expert_never_calls_a_face_that_it_has_more_of_than_another(players: int) -> None:
    expert = expert_for(players)
    called = 0
    for state in calls(players, 15):
        for seat in state.to_act:
            text = state.text(seat, expert.choose(state, seat, Rng(1))).split(" ")
            if text[0] in ("call", "propose"):
                called += 1
                fewest = min(held(state, seat, face) for face in range(1, 7))
                assert held(state, seat, int(text[1])) == fewest
    assert called > 10
