"""What the bots of Dizzle are made from: positions of views, strategies, expected points."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from cubilete import compiled
from cubilete.bots.levels import make_bot
from cubilete.core.json_types import JsonObject
from cubilete.core.parts.policy import Budget
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.core.strategy import play_out, values
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.policy import chances_for, weights_for
from cubilete.games.dizzle.policy.chances import (
    CELL_KEYS,
    CERTAIN,
    FAR,
    KINDS,
    SET_KEYS,
    cell_key,
    set_key,
    terms,
)
from cubilete.games.dizzle.policy.outlook import ONE
from cubilete.games.dizzle.policy.strategy import Planner
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.setup import LEVELS

from .dizzle_sheets import play, random_sheet, sheet, table

PLAYERS = [1, 2, 3, 4]
PURE = not compiled()


def setup_of(players: int, number: int) -> Setup:
    """A shipped level for even numbers, a random sheet for odd ones."""
    if number % 2 == 0:
        return GAME.setup(players, {"level": LEVELS[number // 2 % len(LEVELS)]})
    return GAME.setup(players, None, random_sheet(seeded("sheet", players, number)))


def positions(setup: Setup, rng: Rng) -> Iterator[Dizzle]:
    """The positions of a game in which a seat decides; half of the decisions are random."""
    strategy = GAME.policy.strategy(setup)
    state = GAME.rules.start(setup)
    while not state.over:
        if state.turn() == CHANCE:
            state.advance(CHANCE, state.sample(rng))
            continue
        yield state.copy()
        (seat,) = state.to_act
        chooser = strategy if rng.below(2) else state
        code = chooser.choose(state, seat, rng) if chooser is strategy else state.choose(seat, rng)
        state.advance(seat, code)


def planner(material: JsonObject, players: int = 2) -> Planner:
    strategy = GAME.policy.strategy(GAME.setup(players, None, material))
    assert isinstance(strategy, Planner)
    return strategy


def answer(state: Dizzle, material: JsonObject) -> str:
    """What the strategy decides."""
    (seat,) = state.to_act
    strategy = planner(material, int(state.seats))
    return state.text(seat, strategy.choose(state, seat, Rng(1)))


# --- Positions of views ---


@pytest.mark.parametrize("players", PLAYERS)
def test_the_position_of_a_view_has_this_view(players: int) -> None:
    for number in range(2 if PURE else 16):
        setup = setup_of(players, number)
        rng = seeded("imagine", players, number)
        for state in positions(setup, rng):
            (seat,) = state.to_act
            view = GAME.rules.view(state, seat)
            imagined = GAME.policy.imagine(setup, view, rng)
            assert GAME.rules.view(imagined, seat) == view
            assert imagined.fingerprint() == state.fingerprint()
            assert imagined.legal(seat) == state.legal(seat)


@pytest.mark.rule("DZ-E3")
def test_the_view_tells_how_many_rockets_are_still_to_fly() -> None:
    material = sheet("X 1R 2R 3", "4P . 5P 6P")
    state = table(material)
    play(state, "roll 1 2 5 5 5 5 5", "0 place B1", "1 quit", "0 place C1")
    assert GAME.rules.view(state, 0).rockets == (2, 0)
    play(state, "0 planet A2")
    assert GAME.rules.view(state, 0).rockets == (1, 0)


def test_flags_with_equal_numbers_are_reached_in_the_imagined_position_too() -> None:
    material = sheet("X 1Fr 2", "3 . 4", points={"flag": [5, 5, 0, 0]})
    state = table(material)
    play(state, "roll 1 3 3 4 5 5 5", "0 place B1", "1 place A2")
    view = GAME.rules.view(state, 0)
    state = GAME.policy.imagine(GAME.setup(2, None, material), view, Rng(1))
    play_out(state, planner(material), Rng(2), 1)
    assert GAME.rules.view(state, None).flags["r"][0] == 5
    again = state.copy()
    play_out(again, planner(material), Rng(3), 2)


# --- Decisions ---


@pytest.mark.parametrize("players", PLAYERS)
def test_decisions_are_legal_and_depend_on_the_view_alone(players: int) -> None:
    for number in range(1 if PURE else 8):
        setup = setup_of(players, number)
        strategy, casual = GAME.policy.strategy(setup), GAME.policy.casual(setup)
        rng = seeded("legal", players, number)
        for state in positions(setup, rng):
            (seat,) = state.to_act
            imagined = GAME.policy.imagine(setup, GAME.rules.view(state, seat), rng)
            for one in (strategy, casual):
                code = one.choose(state, seat, Rng(5))
                assert code in state.legal(seat)
                assert one.choose(imagined, seat, Rng(5)) == code


def test_the_shortlist_begins_with_the_strategys_own_choice() -> None:
    setup = GAME.setup(2, {"level": 3})
    strategy = GAME.policy.strategy(setup)
    rng = seeded("shortlist")
    for _ in range(1 if PURE else 4):
        for state in positions(setup, rng):
            (seat,) = state.to_act
            listed = strategy.shortlist(state, seat, 100)
            assert listed[0] == strategy.choose(state, seat, rng)
            assert sorted(listed) == state.legal(seat)
            assert strategy.shortlist(state, seat, 2) == listed[:2]


def test_the_gem_is_preferred_to_the_pile() -> None:
    material = sheet("2T X 3Gr", "1 . 1")
    state = table(material)
    play(state, "roll 2 2 3 3 5 5 5")
    assert answer(state, material) == "place C1"


def test_what_is_almost_complete_is_completed() -> None:
    material = sheet("X X X 2", "3 . . .", rows={"1": 9})
    state = table(material)
    play(state, "roll 2 2 3 3 5 5 5")
    assert answer(state, material) == "place D1"


def test_the_die_that_leads_on_is_preferred() -> None:
    material = sheet("3 X 2", ". . 4Gr")
    state = table(material)
    play(state, "roll 2 2 3 3 4 4 4")
    assert answer(state, material) == "place C1"


def test_dice_are_rolled_again_where_nothing_can_be_lost() -> None:
    material = sheet("X 1Gr 2")
    state = table(material)
    play(state, "roll 5 5 5 5 5 5 5")
    assert answer(state, material) == "reroll"


@pytest.mark.rule("DZ-E3")
def test_the_rocket_flies_where_it_completes_a_row() -> None:
    material = sheet("X 1R 2", "4P . 5P", "X . .", columns={"A": 9})
    state = table(material)
    play(state, "roll 1 3 3 3 6 6 6", "0 place B1", "1 quit", "0 quit")
    assert state.turn() == SEATS
    assert answer(state, material) == "planet A2"


def test_the_casual_player_takes_the_gem_next_to_it() -> None:
    material = sheet("2T X 3Gr", "1 . 1")
    state = table(material)
    play(state, "roll 2 2 3 3 5 5 5")
    casual = GAME.policy.casual(GAME.setup(2, None, material))
    assert state.text(0, casual.choose(state, 0, Rng(1))) == "place C1"


@pytest.mark.parametrize("players", PLAYERS)
def test_the_strategy_beats_the_casual_player(players: int) -> None:
    setup = GAME.setup(players, {"level": 2})
    scores: list[list[int]] = []
    for strategy in (GAME.policy.strategy(setup), GAME.policy.casual(setup)):
        points: list[int] = []
        for number in range(2 if PURE else 20):
            state = GAME.rules.start(setup)
            play_out(state, strategy, seeded("points", players, number))
            points += state.scores()
        scores.append(points)
    assert sum(scores[0]) > sum(scores[1])


# --- Expected points ---


@pytest.mark.parametrize("players", PLAYERS)
def test_at_the_end_the_expected_points_are_the_points(players: int) -> None:
    for number in range(2 if PURE else 12):
        setup = setup_of(players, number)
        strategy = GAME.policy.strategy(setup)
        assert isinstance(strategy, Planner)
        state = GAME.rules.start(setup)
        play_out(state, strategy, seeded("end", players, number))
        state.turns_left = 0
        assert [strategy.points(state, seat) for seat in range(players)] == [
            ONE * points for points in state.scores()
        ]


def test_the_level_of_a_lock_counts_from_its_key_on() -> None:
    material = sheet("X 1 2Kr", "3Lr . .", "4Gb . 5Lb")
    levels = levels_of(table(material), material)
    assert levels == {"B1": 1, "C1": 2, "A2": 3, "A3": 4, "C3": FAR}


def test_the_level_of_a_planet_counts_from_the_nearest_rocket_on() -> None:
    material = sheet("X 1 2R", ". . .", "4P 5 .")
    levels = levels_of(table(material), material)
    assert levels == {"B1": 1, "C1": 2, "A3": 3, "B3": 4}


def levels_of(state: Dizzle, material: JsonObject) -> dict[str, int]:
    outlook = planner(material).outlook
    work = outlook.prepare(state, 0)
    outlook.flood(work, 0)
    names = GAME.rules.view(state, 0).sheet.grid
    cells = [
        f"{'ABCDEFGH'[column]}{row + 1}"
        for row, tokens in enumerate(names)
        for column, token in enumerate(tokens)
        if token != "."
    ]
    crossed = GAME.rules.view(state, 0).crossed[0]
    return {
        name: int(work[outlook.levels + cell])
        for cell, name in enumerate(cells)
        if name not in crossed
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_every_number_of_players_has_all_weights(players: int) -> None:
    weights = weights_for(players)
    for kind in KINDS:
        against = players > 1 and kind in ("bomb", "flag")
        size = len(terms(kind, int(cell_key(1, 1 if against else 0))))
        assert len(weights[kind]) == len(weights[kind + "-late"]) == size


@pytest.mark.parametrize("players", PLAYERS)
def test_chances_grow_with_time_and_fall_with_distance(players: int) -> None:
    chances = chances_for(players)
    near, far = cell_key(2, 0), cell_key(6, 0)
    times = range(12 * CELL_KEYS, 0, -CELL_KEYS)
    assert chances.gem[near] == 0
    assert [chances.gem[time + near] for time in times] == sorted(
        [chances.gem[time + near] for time in times], reverse=True
    )
    assert chances.gem[12 * CELL_KEYS + far] < chances.gem[12 * CELL_KEYS + near] < CERTAIN
    rows = [chances.set[12 * SET_KEYS + set_key(missing, 2, 1)] for missing in range(1, 6)]
    assert rows == sorted(rows, reverse=True)


def test_estimates_are_shares_of_the_victory() -> None:
    setup = GAME.setup(3, {"level": 2})
    strategy = GAME.policy.strategy(setup)
    state = GAME.rules.start(setup)
    play_out(state, strategy, Rng(4), 9)
    assert strategy.turn_number(state) == 9
    shares = strategy.estimate(state)
    assert sum(shares) == pytest.approx(1.0)
    assert isinstance(strategy, Planner)
    points = [strategy.points(state, seat) for seat in range(3)]
    assert shares.index(max(shares)) == points.index(max(points))


def test_alone_the_estimate_is_in_points() -> None:
    setup = GAME.setup(1, {"level": 1})
    strategy = GAME.policy.strategy(setup)
    state = GAME.rules.start(setup)
    play_out(state, strategy, Rng(4), 8)
    (expected,) = strategy.estimate(state)
    play_out(state, strategy, Rng(5))
    assert abs(expected - values(state)[0]) < 25


# --- Levels ---


def test_the_expert_answers_the_same_with_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = GAME.setup(2, {"level": 4})
    monkeypatch.setattr(type(GAME.policy), "expert_budget", lambda _self, _setup: Budget(20, 4, 1))
    state = next(iter(positions(setup, Rng(3))))
    (seat,) = state.to_act
    view = GAME.rules.view(state, seat)
    expert = make_bot(GAME, setup, "expert")
    first = expert.choose(view, Rng(8))
    assert first in view.legal
    assert expert.choose(view, Rng(8)) == first


SAME_CHOICES = """
from cubilete.core.rng import Rng
from cubilete.core.strategy import play_out
from cubilete.games.dizzle import GAME

for players, level in ((1, 4), (2, 3), (3, 2)):
    setup = GAME.setup(players, {"level": level})
    for strategy in (GAME.policy.strategy(setup), GAME.policy.casual(setup)):
        state = GAME.rules.start(setup)
        play_out(state, strategy, Rng(6), 5)
        print(state.fingerprint(), strategy.shortlist(state, 0, 1) if state.legal(0) else "")
        if strategy.turn_number(state):
            print(strategy.estimate(state))
"""


def test_compiled_and_interpreted_strategies_choose_the_same() -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-c", SAME_CHOICES],
            env={**os.environ, "CUBILETE_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ("0", "1")
    ]
    assert printed[0] == printed[1]
