"""The Gymnasium environments pass Gymnasium's checker."""

import importlib
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cubilete.core.errors import BadOption
from cubilete.study import gymnasium
from cubilete.study.gymnasium import SoloEnv

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("216", {}),
    ("216", {"target": 120, "reward": "points"}),
    ("dizzle", {}),
    ("dizzle", {"level": 4, "reward": "points"}),
]
every_setup = pytest.mark.parametrize(("game", "options"), SETUPS)


def play(env: SoloEnv, seed: int) -> tuple[float, list[int]]:
    """Plays a random game; returns the sum of the rewards, and the actions."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    total = 0.0
    actions: list[int] = []
    while True:
        action = env.action_space.sample(info["action_mask"])
        actions.append(int(action))
        observation, reward, terminated, truncated, info = env.step(action)
        assert observation in env.observation_space
        assert not truncated
        total += reward
        if terminated:
            return total, actions


@every_setup
def test_passes_the_checker(
    game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for render_mode in (None, "ansi", "human"):
            check_env(
                gymnasium.env(game, render_mode=render_mode, **options), skip_render_check=True
            )


@every_setup
def test_same_seed_gives_the_same_game(game: str, options: dict[str, Any]) -> None:
    env, other = gymnasium.env(game, **options), gymnasium.env(game, **options)
    assert play(env, 7) == play(other, 7)
    assert play(env, 8) != play(other, 9)


def test_rewards_of_dizzle_are_its_points() -> None:
    for reward in ("result", "points"):
        env = gymnasium.env("dizzle", level=3, reward=reward)
        total, _ = play(env, 2)
        assert total == env.episode.state.scores()[0]


def test_rewards_of_216_are_the_duel_with_the_ia() -> None:
    env = gymnasium.env("216")
    total, _ = play(env, 2)
    assert total == (0.5 if env.episode.state.winners() == [0] else -0.5)
    env = gymnasium.env("216", reward="points")
    total, _ = play(env, 2)
    mine, ia = env.episode.state.scores()
    assert total == mine - ia


def test_illegal_action_ends_the_game() -> None:
    env = gymnasium.env("dizzle")
    _, info = env.reset(seed=1)
    illegal = np.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, terminated, truncated, _ = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)


def test_masks_are_offered_by_method_too() -> None:
    env = gymnasium.env("216")
    _, info = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), info["action_mask"])
    assert info["action_mask"].any()


def test_rendering_speaks_both_languages() -> None:
    shown = []
    for language in ("es", "en"):
        env = gymnasium.env("216", render_mode="ansi", language=language)
        env.reset(seed=1)
        shown.append(env.render())
    assert shown[0]
    assert shown[0] != shown[1]


def test_games_for_several_are_refused() -> None:
    with pytest.raises(BadOption) as caught:
        gymnasium.env("twenty-one")
    assert caught.value.code == "bad-players"


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cubilete.study.gymnasium")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'cubilete\[gymnasium\]'"):
        importlib.import_module("cubilete.study.gymnasium")
