"""The games in OpenSpiel pass its simulation test, its searches play them, and secrets are kept."""

import importlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from cubilete.core.errors import IllegalAction
from cubilete.core.parts.encoding import utilities
from cubilete.core.state import CHANCE
from cubilete.core.view import to_json
from cubilete.study import openspiel
from cubilete.study.openspiel import CubileteGame, CubileteState

Setup = tuple[str, int, dict[str, Any]]
SETUPS: list[Setup] = [
    ("216", 1, {}),
    ("216", 2, {}),
    ("dizzle", 1, {}),
    ("dizzle", 2, {"level": 3}),
    ("pa-fuera", 3, {}),
    ("pa-fuera", 4, {}),
    ("seis-dados", 2, {"categories": ["ones", "pair", "straight-3", "jokers"]}),
    ("twenty-one", 2, {}),
    ("twenty-one", 3, {}),
]
HIDING = [setup for setup in SETUPS if setup[1] > 1 and setup[0] not in ("dizzle", "seis-dados")]


def name(setup: Setup) -> str:
    return f"{setup[0]}-{setup[1]}"


def load(setup: Setup) -> CubileteGame:
    game, players, options = setup
    return openspiel.load(game, players, **options)


def decisions(game: CubileteGame, seed: int) -> Iterator[CubileteState]:
    """The states of a random game in which a player decides, and the last one."""
    random = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(outcomes, p=chances))
        else:
            yield state
            state.apply_action(random.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_passes_the_simulation_test(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=1, serialize=False, verbose=False)


def test_passes_the_simulation_test_with_serialization() -> None:
    game = openspiel.load("seis-dados", categories=["ones", "pair"])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_mcts_plays(setup: Setup) -> None:
    game = load(setup)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 1.0, 2, evaluator, random_state=random)
    state = next(decisions(game, 1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("setup", HIDING, ids=name)
def test_ismcts_plays(setup: Setup) -> None:
    game = load(setup)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 3, random_state=random)
    for place, state in enumerate(decisions(game, 1)):
        if place in (0, 9):
            assert bot.step(state) in state.legal_actions()
        if place == 9:
            break


# --- What a player knows ---


@pytest.mark.parametrize("setup", HIDING, ids=name)
def test_resampled_states_look_the_same_to_their_player(setup: Setup) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differed = 0
    for state in decisions(load(setup), 2):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        differed += other.position.state.fingerprint() != state.position.state.fingerprint()
        assert other.current_player() == player
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
    assert differed > 5


def test_secret_decisions_are_not_in_the_information_of_others() -> None:
    game = openspiel.load("twenty-one", 2)
    for state in decisions(game, 4):
        if state.position.state.sealed():
            break
    strings = set()
    first = state.history()[-1]
    for action in (first, 0):
        again = game.new_initial_state()
        for played in [*state.history()[:-1], action]:
            again.apply_action(played)
        strings.add(again.information_state_string(1))
    assert len(strings) == 1


def test_information_remembers_what_was_public() -> None:
    game = openspiel.load("pa-fuera", 3)
    *_, last = decisions(game, 3)
    told = last.information_state_string(0)
    assert "call" in told
    assert "reveal" in told
    assert " ?" in told
    assert "shake" not in told


def test_observation_string_is_the_view_of_the_seat() -> None:
    state = next(decisions(openspiel.load("216", 2), 1))
    position = state.position
    view = position.space.game.rules.view(position.state, 1)
    assert state.observation_string(1) == to_json(view)


# --- Chance and results ---


def test_each_die_is_a_chance_node() -> None:
    state = openspiel.load("seis-dados", 2).new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    for face in (0, 0, 2, 3, 5, 5):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 6
        state.apply_action(face)
    assert state.current_player() == 1
    assert state.position.log == (f"{CHANCE} start 1", f"{CHANCE} roll 1 1 3 4 6 6")


def test_chance_draws_who_answers_first() -> None:
    game = openspiel.load("pa-fuera", 4)
    for state in decisions(game, 1):
        if len(state.position.state.to_act) > 1:
            break
    else:
        pytest.fail("nobody could raise")
    acting = state.position.state.to_act
    before = game.new_initial_state()
    for action in state.history()[:-1]:
        before.apply_action(action)
    assert before.chance_outcomes() == [(seat, 1 / len(acting)) for seat in acting]


@pytest.mark.parametrize("setup", SETUPS[:5], ids=name)
def test_returns_are_the_utilities(setup: Setup) -> None:
    *_, last = decisions(load(setup), 6)
    assert last.returns() == pytest.approx(utilities(last.position.state)[: setup[1]])


# --- Names ---


def test_games_are_registered_with_their_options() -> None:
    game = pyspiel.load_game("cubilete_dizzle(players=3,level=2)")
    assert game.num_players() == 3
    assert game.get_parameters()["level"] == 2
    assert game.new_initial_state().position.space.setup.options == {"level": 2}
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)


def test_lists_are_joined() -> None:
    game = openspiel.load("seis-dados", 2, categories=["ones", "pair"])
    assert game.get_parameters()["categories"] == "ones+pair"
    assert pyspiel.load_game(str(game)).space.setup == game.space.setup


def test_actions_are_told_in_notation() -> None:
    state = next(decisions(openspiel.load("twenty-one", 2), 1))
    player = state.current_player()
    told = [state.action_to_string(player, action) for action in state.legal_actions()]
    assert told == ["stand", "reroll"]


def test_illegal_actions_are_refused() -> None:
    at_chance = openspiel.load("twenty-one", 2).new_initial_state()
    at_decision = next(decisions(openspiel.load("twenty-one", 2), 1))
    for state in (at_chance, at_decision):
        before = state.position.state.fingerprint()
        with pytest.raises(IllegalAction, match="Action 5 is not legal now"):
            state.position.apply(5)
        assert state.position.state.fingerprint() == before


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cubilete.study.openspiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'cubilete\[openspiel\]'"):
        importlib.import_module("cubilete.study.openspiel")
