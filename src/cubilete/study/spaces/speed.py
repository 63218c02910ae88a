"""The speed of our PettingZoo environments, beside PettingZoo's own tictactoe.

Both are raw environments, without wrappers, in this process and with the same loops: steps alone,
by actions drawn before; and steps with observations, as PettingZoo's own `performance_benchmark`
has it.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from time import process_time
from types import ModuleType
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from cubilete.core.message import N_, Message
from cubilete.core.registry import all_games
from cubilete.study.bench import YARDSTICK_ROUNDS, Figure, Report, alternate
from cubilete.study.pettingzoo import raw_env

Env = AECEnv[str, Any, Any]

GAMES = 40
"""How many games are drawn before steps alone are measured."""
STEPS = 8_000
WANTED = 2.0


def tictactoe() -> Env:
    """PettingZoo's tictactoe. It imports pygame, with which it draws and does nothing else: where
    that is not installed, an empty module is enough."""
    if find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    from pettingzoo.classic import tictactoe_v3

    env: Env = tictactoe_v3.raw_env()
    return env


def choose(env: Env) -> int:
    """A random legal action of the agent that acts."""
    observation = env.last()[0]
    assert observation is not None
    action: int = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
    return action


def is_over(env: Env) -> bool:
    return all(env.terminations.values())


def draw_games(env: Env) -> list[list[int]]:
    """Random games as their actions; game number n has the seed n."""
    games: list[list[int]] = []
    for seed in range(GAMES):
        env.reset(seed=seed)
        actions: list[int] = []
        while not is_over(env):
            actions.append(choose(env))
            env.step(actions[-1])
        games.append(actions)
    return games


def steps_alone(env: Env, games: list[list[int]], amount: int) -> float:
    """Steps a second, with the beginning of each game."""
    done = 0
    step = env.step
    began = process_time()
    while done < amount:
        for seed, actions in enumerate(games):
            env.reset(seed=seed)
            for action in actions:
                step(action)
            done += len(actions)
    return done / (process_time() - began)


def observed_steps(env: Env, amount: int) -> float:
    """Steps a second where every agent looks before it acts, and draws a legal action."""
    env.reset(seed=1)
    began = process_time()
    for _ in range(amount):
        env.step(choose(env))
        if is_over(env):
            env.reset()
    return amount / (process_time() - began)


def against_tictactoe(share: int) -> Report:
    random.seed(1)
    theirs = tictactoe()
    their_games = draw_games(theirs)
    amount = STEPS // share
    for game in all_games():
        ours = raw_env(game, 2 if 2 in game.about.players else None)
        our_games = draw_games(ours)
        values: dict[str, object] = {"game": game.slug}
        yield compare(
            Message(N_("{game}: steps of a PettingZoo environment versus tictactoe"), values),
            partial(steps_alone, ours, our_games, amount),
            partial(steps_alone, theirs, their_games, amount),
        )
        yield compare(
            Message(N_("{game}: the same with observations"), values),
            partial(observed_steps, ours, amount),
            partial(observed_steps, theirs, amount),
        )


def compare(name: Message, ours: Callable[[], float], theirs: Callable[[], float]) -> Figure:
    rounds = alternate(ours, theirs, YARDSTICK_ROUNDS)
    mine, other = rounds.best
    detail = f"{mine / 1e3:.0f} / {other / 1e3:.0f} k/s  {rounds.ratio_range('×')}"
    return Figure(name, rounds.ratio, "×", WANTED, detail=detail)
