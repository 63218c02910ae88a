"""What `expert` computes and has learned, and where it plays by it."""

import random
from collections.abc import Iterator

import pytest

from cubilete import compiled
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.core.strategy import Strategy
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.material import cards_of
from cubilete.games.two_sixteen.policy.endings import MOST_RESTS, Endings
from cubilete.games.two_sixteen.policy.expert import TwoSixteenExpert
from cubilete.games.two_sixteen.policy.outlook import SIZE, read_outlook, stored_form
from cubilete.games.two_sixteen.policy.strategy import TwoSixteenStrategy
from cubilete.games.two_sixteen.policy.turns import FIRST_ROLL_GROUP, HEAVIEST, WEIGHTS
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.tables import (
    GROUP_COUNT,
    GROUPS,
    KIND_COUNT,
    OBJECTIVES,
    ONE_HELP,
    PLACE,
)
from cubilete.study.learning.two_sixteen import learn

from .enumeration import Enumeration
from .table import begin, play, view

PURE = not compiled()
CARDS = cards_of(GAME.rules.default_material({}))


def expert_for(seats: int) -> TwoSixteenExpert:
    made = GAME.policy.expert(GAME.setup(seats))
    assert isinstance(made, TwoSixteenExpert)
    return made


def positions(seats: int, player: Strategy, seed: int) -> Iterator[TwoSixteen]:
    """The positions of a game in which a seat decides. They must not be changed."""
    state = GAME.new(seats)
    rng = seeded("positions of the expert", seats, seed)
    while not state.over:
        if state.turn() == SEATS:
            yield state
            state.advance(state.current, player.choose(state, state.current, rng))
        else:
            state.advance(CHANCE, state.sample(rng))


# --- The values of a turn ---


def weight_of(hand: int) -> int:
    return sum((hand >> 5 * kind & 31) * int(WEIGHTS[kind]) for kind in range(KIND_COUNT))


def test_values_are_those_of_enumeration_where_helps_have_a_price() -> None:
    lots = random.Random(21)
    for _ in range(3 if PURE else 20):
        numbers = lots.sample(range(OBJECTIVES), 4)
        offer = sum(number * int(PLACE[place]) for place, number in enumerate(numbers))
        hand = sum(int(ONE_HELP[lots.randrange(KIND_COUNT)]) for _ in range(lots.randrange(5)))
        claims = [float(CARDS.scores[number]) + lots.random() for number in numbers]
        price, passing = 0.4 * lots.random(), 4 * lots.random()
        endings = Endings(CARDS)
        endings.list_rests(hand)
        for rest in range(endings.count):
            paid = price * (weight_of(hand) - weight_of(int(endings.rests[rest])))
            endings.passing[rest] = passing - paid
            for place in range(4):
                endings.claims[4 * rest + place] = claims[place] - paid
        endings.solve(offer)
        prices = [price * weight for weight in range(HEAVIEST + 1)]
        known = Enumeration(CARDS, offer, claims, prices, passing)
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            dice = GROUPS[roll]
            assert endings.second[roll] == pytest.approx(known.value(False, hand, 0, dice))
            assert endings.first[roll] == pytest.approx(known.value(True, hand, 0, dice))


def test_every_rest_of_a_hand_is_listed_once_up_to_the_limit() -> None:
    endings = Endings(CARDS)
    endings.list_rests(2 * int(ONE_HELP[0]) + int(ONE_HELP[4]))
    rests = [int(endings.rests[rest]) for rest in range(endings.count)]
    assert len(rests) == len(set(rests)) == 6
    endings.list_rests(sum(map(int, ONE_HELP)))
    assert endings.count == MOST_RESTS


# --- The decision ---


@pytest.mark.parametrize("seats", [2, 6])
def test_choices_are_legal_and_follow_from_the_view(seats: int) -> None:
    setup = GAME.setup(seats)
    expert, another = expert_for(seats), expert_for(seats)
    rng = seeded("views", seats)
    for player in (Strategy(), GAME.policy.normal(setup)):
        for number, state in enumerate(positions(seats, player, 1)):
            if number == (20 if PURE else 150):
                break
            seat = state.current
            choice = expert.choose(state, seat, Rng(1))
            assert state.is_legal(seat, choice)
            other = GAME.policy.imagine(setup, view(state, seat), rng)
            assert another.choose(other, seat, Rng(2)) == choice
            assert expert.shortlist(state, seat, 5) == [choice]


def test_the_last_seat_of_the_last_round_takes_what_wins() -> None:
    state = begin(2, ("R01", "R03", "G01", "G02"), first=0)
    play(state, "roll 2 3 4", "reroll 4", "roll 5", "pass", "help shift1", "roll 2 2 4")
    expert = expert_for(2)
    state.points[0] = 100
    state.points[1] = 97
    assert state.text(1, expert.choose(state, 1, Rng(0))) == "claim R01 points"
    assert expert.endings.served[0] == 1.0
    state.points[1] = 91
    assert state.text(1, expert.choose(state, 1, Rng(0))).startswith("reroll")


def test_more_points_and_more_helps_are_worth_more() -> None:
    expert = expert_for(2)
    state = begin(2, ("R01", "R03", "G01", "G02"), first=0)
    play(state, "roll 2 3 4")
    worths = []
    for points, hand in ((20, 0), (20, int(ONE_HELP[0])), (40, int(ONE_HELP[0]))):
        state.points[0], state.points[1] = points, 30
        state.hands[0] = hand
        expert.look(state)
        worths.append(expert.endings.expectation(state.offer))
    assert worths == sorted(worths)
    assert 0 < worths[0] < worths[2] < 1


# --- What was learned ---


def test_only_games_that_were_learned_are_played_by_it() -> None:
    deck = GAME.rules.default_material({})
    assert isinstance(deck["objectives"], list)
    assert isinstance(deck["objectives"][0], dict)
    deck["objectives"][0]["score"] = 16
    assert read_outlook(cards_of(deck)) is None
    for setup in (GAME.setup(1), GAME.setup(2, {"target": 150})):
        assert isinstance(GAME.policy.expert(setup), TwoSixteenStrategy)
        assert GAME.policy.expert_budget(setup).playouts > 1


@pytest.mark.slow  # where the rules are interpreted
def test_the_same_seed_learns_the_same_weights() -> None:
    found = [stored_form(CARDS, learn(CARDS, 3, games=350)) for _ in range(2)]
    assert found[0] == found[1]
    assert len(found[0]) == 4 * (SIZE + 1)
    assert found[0] != stored_form(CARDS, learn(CARDS, 4, games=350))
