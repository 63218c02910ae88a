"""The PettingZoo environments pass PettingZoo's own tests, and keep secrets."""

import importlib
import pickle
import sys
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pig import GAME as PIG

from cubilete.core.errors import BadOption, IllegalAction
from cubilete.core.game import AnyGame
from cubilete.core.rng import Rng
from cubilete.study import pettingzoo
from cubilete.study.pettingzoo import TurnEnv

theirs: Any = importlib.import_module("pettingzoo.test")

Setup = tuple[str | AnyGame, int, Mapping[str, Any]]
SETUPS: list[Setup] = [
    ("216", 1, {}),
    ("216", 3, {"target": 110}),
    ("dizzle", 1, {"level": 2}),
    ("dizzle", 3, {"level": 4, "reward": "points"}),
    ("pa-fuera", 3, {}),
    ("pa-fuera", 4, {"reward": "points"}),
    ("seis-dados", 2, {"lowest_wins": True}),
    ("seis-dados", 3, {"categories": ["ones", "pair", "max-sum"], "reward": "points"}),
    ("twenty-one", 2, {"reward": "points"}),
    ("twenty-one", 5, {}),
    (PIG, 2, {}),
]


def name(setup: Setup) -> str:
    game, players, _ = setup
    return f"{game if isinstance(game, str) else game.slug}-{players}"


every_setup = pytest.mark.parametrize("setup", SETUPS, ids=name)


def make(setup: Setup, render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    game, players, options = setup
    return pettingzoo.env(game, players, render_mode=render_mode, **options)


def look(env: AECEnv[str, Any, Any]) -> dict[str, Any]:
    """What the agent that acts sees."""
    observation = env.last()[0]
    assert observation is not None
    return dict(observation)


def play(env: AECEnv[str, Any, Any], seed: int) -> dict[str, float]:
    """Plays a random game; returns what each agent was given in all."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last(observe=False)
        total[agent] += reward
        over = termination or truncation
        env.step(None if over else int(rng.choice(np.flatnonzero(look(env)["action_mask"]))))
    return total


# --- PettingZoo's own tests ---


@every_setup
def test_passes_the_api_test(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Said to every environment with masks whose name PettingZoo does not know.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        theirs.api_test(make(setup), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out


@every_setup
def test_same_seed_gives_the_same_game(setup: Setup) -> None:
    theirs.seed_test(lambda: make(setup), num_cycles=40)


@every_setup
def test_renders(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    theirs.render_test(lambda render_mode: make(setup, render_mode))
    assert capsys.readouterr().out.strip()


def test_parallel_environment_passes_its_tests(capsys: pytest.CaptureFixture[str]) -> None:
    theirs.parallel_api_test(pettingzoo.parallel_env("twenty-one", 3), num_cycles=100)
    theirs.parallel_seed_test(lambda: pettingzoo.parallel_env("twenty-one", 4), num_cycles=50)
    assert "Passed Parallel API test" in capsys.readouterr().out


# --- Rewards ---


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup[1] > 1], ids=name)
def test_rewards_sum_to_zero(setup: Setup) -> None:
    game, players, options = setup
    for reward in ("result", "points"):
        env = pettingzoo.env(game, players, **{**options, "reward": reward})
        assert sum(play(env, 3).values()) == pytest.approx(0)


def test_result_is_the_share_of_the_victory() -> None:
    env = pettingzoo.raw_env("seis-dados", 3)
    total = play(env, 5)
    winners = env.episode.state.winners()
    for seat, agent in enumerate(env.possible_agents):
        share = 1 / len(winners) if seat in winners else 0
        assert total[agent] == pytest.approx(share - 1 / 3)


def test_points_are_the_lead_at_the_end() -> None:
    env = pettingzoo.raw_env("dizzle", 2, reward="points")
    total = play(env, 5)
    mine, other = env.episode.state.scores()
    assert total == {"player_0": mine - other, "player_1": other - mine}


def test_solo_result_is_the_points() -> None:
    env = pettingzoo.raw_env("dizzle", 1)
    assert play(env, 5) == {"player_0": env.episode.state.scores()[0]}


# --- What an agent sees ---


def test_kept_observation_does_not_change() -> None:
    env = pettingzoo.env("seis-dados", 2)
    env.reset(seed=1)
    kept = look(env)
    before = {key: value.copy() for key, value in kept.items()}
    env.step(int(np.flatnonzero(kept["action_mask"])[0]))
    env.last()
    assert all(np.array_equal(kept[key], before[key]) for key in before)


def test_only_the_agent_that_acts_has_legal_actions() -> None:
    env = pettingzoo.raw_env("twenty-one", 4)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@pytest.mark.parametrize("game", ["216", "pa-fuera", "twenty-one"])
def test_what_others_hide_is_not_observed(game: str) -> None:
    env = pettingzoo.raw_env(game, 3)
    policy: Any = env.space.game.policy
    differed = 0
    for seed in range(3):
        env.reset(seed=seed)
        rng = Rng(seed)
        while env.episode.seat >= 0 and env.agents:
            agent, seat, real = env.agent_selection, env.episode.seat, env.episode.state
            seen = env.observe(agent)
            view = env.space.game.rules.view(real, seat)
            imagined = policy.imagine(env.space.setup, view, rng)
            differed += imagined.fingerprint() != real.fingerprint()
            env.episode.state = imagined
            again = env.observe(agent)
            env.episode.state = real
            assert all(np.array_equal(seen[key], again[key]) for key in seen)
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[rng.below(len(legal))]))
    assert differed > 5


def test_rendering_shows_the_own_dice_only() -> None:
    env = pettingzoo.raw_env("pa-fuera", 3, render_mode="ansi", language="es")
    env.reset(seed=2)
    shown = env.render()
    assert shown is not None
    assert shown.count("tus dados") == 1


# --- Wrong input ---


def test_raw_environment_refuses_an_illegal_action() -> None:
    env = pettingzoo.raw_env("dizzle", 2)
    env.reset(seed=1)
    before = env.episode.state.fingerprint()
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match=f"Action {illegal} is not legal now"):
        env.step(illegal)
    assert env.episode.state.fingerprint() == before


def test_illegal_action_ends_a_wrapped_game(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("dizzle", 2)
    env.reset(seed=1)
    observation = look(env)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


def test_illegal_action_ends_a_parallel_game() -> None:
    env = pettingzoo.parallel_env("twenty-one", 2)
    observations, _ = env.reset(seed=1)
    actions = {
        agent: int(np.flatnonzero(observations[agent]["action_mask"])[0]) for agent in env.agents
    }
    actions["player_1"] = 5
    _, rewards, terminations, _, _ = env.step(actions)
    assert rewards == {"player_0": 0.0, "player_1": -1.0}
    assert all(terminations.values())
    assert env.agents == []


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 9}, "bad-players"),
        ({"level": 99}, "bad-option"),
        ({"colour": 1}, "unknown-option"),
        ({"reward": "money"}, "bad-option"),
        ({"render_mode": "rgb_array"}, "bad-option"),
        ({"language": "fr"}, "bad-option"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as caught:
        pettingzoo.env("dizzle", **options)
    assert caught.value.code == code


def test_games_in_turns_are_not_parallel() -> None:
    with pytest.raises(BadOption, match=r"use env\(\) instead"):
        pettingzoo.parallel_env("216", 2)


def test_environment_can_be_pickled() -> None:
    env = pettingzoo.raw_env("dizzle", 2, level=3)
    other: TurnEnv = pickle.loads(pickle.dumps(env))
    env.reset(seed=4)
    other.reset(seed=4)
    assert other.space.setup == env.space.setup
    assert other.episode.state.fingerprint() == env.episode.state.fingerprint()


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cubilete.study.pettingzoo")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'cubilete\[pettingzoo\]'"):
        importlib.import_module("cubilete.study.pettingzoo")
