"""The strategy, the casual player and imagined positions of 216."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from math import comb

import pytest

from cubilete import compiled
from cubilete.bots.levels import make_bot
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.core.strategy import Strategy, play_out, values
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.material import cards_of
from cubilete.games.two_sixteen.policy.race import TURNS
from cubilete.games.two_sixteen.policy.strategy import TwoSixteenStrategy
from cubilete.games.two_sixteen.policy.turns import FIRST_ROLL_GROUP, HEAVIEST, WEIGHTS, Turn
from cubilete.games.two_sixteen.policy.worths import WORTHS, measure, plain_turn, race_with
from cubilete.games.two_sixteen.rules import TURN_OF_THE_IA, TwoSixteen
from cubilete.games.two_sixteen.tables import (
    GROUP_COUNT,
    GROUPS,
    IA_TAKES,
    KIND_COUNT,
    KINDS,
    OBJECTIVES,
    ONE_HELP,
    PLACE,
    REROLL,
)

from .enumeration import Enumeration
from .table import begin, draw, play, view

PURE = not compiled()
CARDS = cards_of(GAME.rules.default_material({}))


def strategy_for(seats: int) -> TwoSixteenStrategy:
    made = GAME.policy.strategy(GAME.setup(seats))
    assert isinstance(made, TwoSixteenStrategy)
    return made


def positions(seats: int, player: Strategy, seed: int) -> Iterator[TwoSixteen]:
    """The positions of a game in which a seat decides. They must not be changed."""
    state = GAME.new(seats)
    rng = seeded("positions", seats, seed)
    while not state.over:
        if state.turn() == SEATS:
            yield state
            state.advance(state.current, player.choose(state, state.current, rng))
        else:
            state.advance(CHANCE, state.sample(rng))


def mixed_positions(seats: int, seed: int, decisions: int) -> Iterator[TwoSixteen]:
    """Positions of a game by the strategy, and of the start of a random one, where hands grow."""
    yield from positions(seats, strategy_for(seats), seed)
    for number, state in enumerate(positions(seats, Strategy(), seed)):
        if number == decisions:
            return
        yield state


# --- Exactness ---


def random_turn(lots: random.Random) -> tuple[Turn, Enumeration, int, int]:
    """A turn with any offer, hand, values and prices; its enumeration, offer and hand."""
    numbers = lots.sample(range(OBJECTIVES), 4)
    offer = sum(number * int(PLACE[place]) for place, number in enumerate(numbers))
    hand = sum(int(ONE_HELP[lots.randrange(KIND_COUNT)]) for _ in range(lots.randrange(5)))
    turn = Turn(CARDS, WEIGHTS)
    steepness = lots.choice([0.0, 0.01, 0.2, 0.4])
    for place, number in enumerate(numbers):
        turn.claims[place] = float(CARDS.scores[number]) + lots.random()
    for weight in range(1, HEAVIEST + 1):
        turn.price[weight] = turn.price[weight - 1] + steepness * lots.random()
    turn.passing = 4 * lots.random()
    known = Enumeration(CARDS, offer, list(turn.claims), list(turn.price), turn.passing)
    return turn, known, offer, hand


def test_turn_values_are_those_of_enumeration() -> None:
    lots = random.Random(216)
    for _ in range(4 if PURE else 30):
        turn, known, offer, hand = random_turn(lots)
        turn.prepare(offer, hand, 0)
        for roll in range(FIRST_ROLL_GROUP, GROUP_COUNT):
            dice = GROUPS[roll]
            assert turn.after_second(roll) == pytest.approx(known.value(False, hand, 0, dice))
            assert turn.after_first(roll) == pytest.approx(known.value(True, hand, 0, dice))


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_decisions_are_the_best_of_enumeration(seats: int) -> None:
    strategy = strategy_for(seats)
    for state in positions(seats, strategy_for(seats), 5):
        hand = state.hands[state.current]
        if state.stage == TURN_OF_THE_IA or hand % 31 > 4 or (PURE and state.rounds > 3):
            continue
        choice = strategy.choose(state, state.current, Rng(0))
        strategy.look(state, state.offer, hand, 0)
        turn = strategy.turn
        known = Enumeration(CARDS, state.offer, list(turn.claims), list(turn.price), turn.passing)
        worths = {
            code: strategy.worth(state, state.current, code) for code in state.legal(state.current)
        }
        for code, worth in worths.items():
            if code >= REROLL:
                assert worth == pytest.approx(known.worth(state, code))
        assert worths[choice] == pytest.approx(max(worths.values()))


# --- What it may know ---


@pytest.mark.parametrize("seats", GAME.about.players)
def test_imagined_positions_show_the_view_and_lead_to_the_same_choice(seats: int) -> None:
    setup = GAME.setup(seats, {"target": 120})
    strategy = strategy_for(seats)
    players = (strategy, GAME.policy.normal(setup), GAME.policy.casual(setup))
    rng = seeded("imagine", seats)
    for state in mixed_positions(seats, seats, 40 if PURE else 150):
        state = state.copy()
        state.target = 120
        seat = state.current
        seen = GAME.rules.view(state, seat)
        for _ in range(2):
            other = GAME.policy.imagine(setup, seen, rng)
            assert GAME.rules.view(other, seat) == seen
            for player in players:
                choice = player.choose(state, seat, Rng(1))
                assert state.is_legal(seat, choice)
                assert player.choose(other, seat, Rng(1)) == choice
            assert strategy.shortlist(other, seat, 5) == strategy.shortlist(state, seat, 5)


def test_imagined_positions_go_on_to_the_end() -> None:
    for seats in GAME.about.players:
        setup = GAME.setup(seats)
        for number, state in enumerate(positions(seats, Strategy(), 1)):
            if number in (0, 7, 30):
                other = GAME.policy.imagine(setup, view(state, state.current), Rng(number))
                other.playout(Rng(number))
                assert other.over


@pytest.mark.rule("216-12")
def test_imagined_hands_are_dealt_from_the_cards_that_are_not_seen() -> None:
    state = draw(begin(2), "shift1", "set1", "reroll", "opposite")
    play(state, "roll 1 1 3")
    setup = GAME.setup(2)
    seen = view(state, 0)
    rng = seeded("hands")
    deals = 2000 if PURE else 20000
    found = Counter(int(GAME.policy.imagine(setup, seen, rng).hands[1]) for _ in range(deals))
    left = {kind: int(CARDS.helps >> 5 * kind & 31) for kind in range(KIND_COUNT)}
    for kind in ("shift1", "reroll"):
        left[KINDS.index(kind)] -= 1
    assert sum(left.values()) == 28
    expected = {
        int(ONE_HELP[a] + ONE_HELP[b]): comb(left[a], 2) if a == b else left[a] * left[b]
        for a in range(KIND_COUNT)
        for b in range(a, KIND_COUNT)
    }
    expected = {hand: ways for hand, ways in expected.items() if ways}
    assert set(found) <= set(expected)
    distance = sum(
        (found[hand] - deals * ways / comb(28, 2)) ** 2 / (deals * ways / comb(28, 2))
        for hand, ways in expected.items()
    )
    freedom = len(expected) - 1
    assert distance < freedom + 4 * (2 * freedom) ** 0.5


# --- Lists and worths ---


@pytest.mark.parametrize("seats", [1, 3])
def test_shortlists_begin_with_the_own_choice_and_hold_what_is_nearly_as_good(seats: int) -> None:
    strategy = strategy_for(seats)
    for state in positions(seats, Strategy(), 2):
        if state.rounds > 12:
            break
        seat = state.current
        found = strategy.shortlist(state, seat, 4)
        assert found[0] == strategy.choose(state, seat, Rng(0))
        assert len(found) == len(set(found)) <= 4
        worths = [strategy.worth(state, seat, code) for code in found]
        best = max(strategy.worth(state, seat, code) for code in state.legal(seat))
        assert worths[0] == pytest.approx(best)
        assert min(worths) >= best - strategy.margin - 1e-9


def test_helps_are_worth_more_early_and_less_beside_others() -> None:
    race = race_with(CARDS, alone=False)
    for turns in range(1, TURNS):
        assert race.worth(turns + 1, 10) > race.worth(turns, 10) > 0
        assert race.worth(turns, 20) - race.worth(turns, 10) < race.worth(turns, 10)
    assert race.worth(0, 30) == 0


def test_worths_of_another_deck_are_in_its_points() -> None:
    deck = GAME.rules.default_material({})
    assert isinstance(deck["objectives"], list)
    for card in deck["objectives"]:
        assert isinstance(card, dict)
        assert isinstance(card["score"], int)
        assert isinstance(card["bonus"], int)
        card["score"] *= 10
        card["bonus"] *= 10
    other = cards_of(deck)
    assert plain_turn(other) == pytest.approx(10 * plain_turn(CARDS))
    ours, theirs = race_with(CARDS, alone=False), race_with(other, alone=False)
    assert theirs.worth(8.0, 12) == pytest.approx(10 * ours.worth(8.0, 12))


def test_the_table_of_worths_can_be_measured_again() -> None:
    rows = measure(GAME.new(2), strategy_for(2), 1 if PURE else 60, 1 if PURE else 20, 3)
    assert len(rows) == len(WORTHS) == TURNS
    if not PURE:
        assert sum(rows[8]) == pytest.approx(sum(WORTHS[8]), rel=0.2)


# --- How it plays ---


def test_the_last_turn_is_played_for_the_win_and_not_for_points() -> None:
    strategy = strategy_for(2)
    state = begin(2, ("R01", "R03", "G01", "G02"), first=0)
    play(state, "roll 2 3 4", "reroll 4", "roll 5", "pass", "help shift1", "roll 2 2 4")
    state.points[1] = 95
    for other, choice in ((96, "claim R01 points"), (104, "reroll 4")):
        state.points[0] = 100 if other < 100 else other
        state.points[1] = state.points[0] - (3 if other < 100 else 9)
        assert state.text(1, strategy.choose(state, 1, Rng(0))) == choice


def test_the_ia_is_left_the_objective_that_is_worth_least_to_the_player() -> None:
    strategy = strategy_for(1)
    state = begin(1, ("G21", "V01", "G01", "R05"))
    play(state, "roll 2 2 5", "claim R05 points", "offer G02")
    worths = {code: strategy.worth(state, 0, code) for code in state.legal(0)}
    assert strategy.choose(state, 0, Rng(0)) == max(worths, key=lambda code: worths[code])
    assert all(code >= IA_TAKES for code in worths)


def test_estimates_are_shares_of_all_and_favour_points_and_helps() -> None:
    for seats in GAME.about.players:
        strategy = strategy_for(seats)
        for state in positions(seats, strategy_for(seats), 4):
            shares = strategy.estimate(state)
            assert len(shares) == len(state.points)
            assert sum(shares) == pytest.approx(1, abs=1e-6)
            better = state.copy()
            better.points[0] = better.points[0] + 5
            assert strategy.estimate(better)[0] >= shares[0] - 0.02
            if state.rounds > 4:
                break


def test_turns_are_counted_one_by_one() -> None:
    for seats in (1, 2, 5):
        strategy = strategy_for(seats)
        state = GAME.new(seats)
        rng = seeded("turns", seats)
        turns = [0]
        while not state.over and state.rounds < 4:
            if state.turn() == SEATS:
                state.advance(state.current, strategy.choose(state, state.current, rng))
            else:
                state.advance(CHANCE, state.sample(rng))
            if strategy.turn_number(state) != turns[-1]:
                turns.append(strategy.turn_number(state))
        assert turns[1:] == list(range(turns[1], turns[1] + len(turns) - 1))


def wins(player: Strategy, other: Strategy, deals: int) -> float:
    """The share of games of two that a player wins, with both seats in every deal."""
    won = 0.0
    for deal in range(deals):
        for own in range(2):
            state = GAME.new(2)
            rng = seeded("wins", deal)
            while not state.over:
                if state.turn() == SEATS:
                    now = player if state.current == own else other
                    state.advance(state.current, now.choose(state, state.current, rng))
                else:
                    state.advance(CHANCE, state.sample(rng))
            won += values(state)[own]
    return won / (2 * deals)


def test_strategies_beat_the_casual_player_who_beats_a_random_one() -> None:
    casual = GAME.policy.casual(GAME.setup(2))
    normal = GAME.policy.normal(GAME.setup(2))
    assert wins(strategy_for(2), casual, 4 if PURE else 60) > 0.65
    assert wins(normal, casual, 4 if PURE else 60) > 0.65
    assert wins(casual, Strategy(), 2 if PURE else 30) > 0.9


def test_the_expert_decides_by_view_and_generator_alone() -> None:
    setup = GAME.setup(2)
    state = play(begin(2, ("R01", "O19", "R07", "G07")), "roll 1 4 4")
    answers = {
        make_bot(GAME, setup, "expert").choose(view(state, 0), seeded("expert")) for _ in range(2)
    }
    assert len(answers) == 1
    assert answers <= set(view(state, 0).legal)


GAMES = """
from cubilete.core.rng import Rng
from cubilete.core.strategy import play_out
from cubilete.games.two_sixteen import GAME
for seats in (1, 3):
    setup = GAME.setup(seats)
    for make in (GAME.policy.strategy, GAME.policy.normal, GAME.policy.casual):
        player = make(setup)
        state = GAME.rules.start(setup)
        print(play_out(state, player, Rng(seats)), state.scores(), state.fingerprint()[3:])
"""


def test_compiled_and_interpreted_strategies_play_the_same_games() -> None:
    told = []
    for pure in ("0", "1"):
        environment = {**os.environ, "CUBILETE_PURE": pure}
        told.append(
            subprocess.run(
                [sys.executable, "-c", GAMES],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
    assert told[0] == told[1] != ""


def test_playouts_end_and_count_their_decisions() -> None:
    state = GAME.new(3)
    assert play_out(state, strategy_for(3), Rng(7)) > 20
    assert state.over
