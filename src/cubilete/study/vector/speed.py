"""How fast the vectorised environment is: beside single environments, and beside OpenSpiel's yacht.

All sides play random legal actions, and a step is a decision of a player. The dice belong to it on
every side, and so does everything that a learner is given: observation, mask, rewards.
"""

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from cubilete.core.message import N_, Message
from cubilete.core.registry import all_games
from cubilete.study.bench import YARDSTICK_ROUNDS, Figure, Report, Rounds, Skipped, alternate
from cubilete.study.vector.environment import make

GAMES = 4096
STEPS = 40
SINGLE_STEPS = 2000
SINGLES = 16
YACHT_GAMES = 20
TIMES_SINGLE = 50
TIMES_YACHT = 20

Speed = Callable[[], float]
Env = Any
"""A PettingZoo environment; the package may be missing."""


def compare_vector(share: int) -> Report:
    """The figures of all games. `share` is by how much the work is cut for a first look."""
    for game in all_games():
        players = 2 if 2 in game.about.players else game.about.players[0]
        yield from against_singles(game.slug, players, share)
    yield from against_yacht(share)


def against_singles(slug: str, players: int, share: int) -> Report:
    """Environments as `pettingzoo.env` gives them; and, without a goal, those without wrappers.

    Many rounds: the vectorised side reads megabytes, so it loses more than the other one where
    other programs use the same cache."""
    steps = SINGLE_STEPS // share
    name = Message(N_("{game}: vectorised steps versus single environments"), {"game": slug})
    raw = Message(N_("{game}: the same versus environments without wrappers"), {"game": slug})
    try:
        from cubilete.study import pettingzoo
    except ModuleNotFoundError:
        why = Message(N_("PettingZoo is not installed: pip install 'cubilete[bench]'"))
        yield Skipped(name, why)
        return
    ours = vector_speed(slug, players, share)
    wrapped = [pettingzoo.env(slug, players) for _ in range(SINGLES)]
    yield ratio(name, alternate(ours, single_speed(wrapped, steps), YARDSTICK_ROUNDS), TIMES_SINGLE)
    bare: list[Env] = [pettingzoo.raw_env(slug, players) for _ in range(SINGLES)]
    yield ratio(raw, alternate(ours, single_speed(bare, steps), YARDSTICK_ROUNDS), 0)


def against_yacht(share: int) -> Report:
    name = Message(N_("seis-dados: vectorised steps versus OpenSpiel's yacht in Python"))
    try:
        theirs = yacht_speed(max(YACHT_GAMES // share, 1))
    except ModuleNotFoundError:
        why = Message(N_("open_spiel is not installed: pip install 'cubilete[bench]'"))
        yield Skipped(name, why)
        return
    yield ratio(name, alternate(vector_speed("seis-dados", 2, share), theirs), TIMES_YACHT)


def ratio(name: Message, rounds: Rounds, wanted: float) -> Figure:
    fast, slow = rounds.best
    detail = f"{fast / 1e6:.2f} M/s / {slow / 1e3:.1f} k/s  {rounds.ratio_range('×')}"
    return Figure(name, rounds.ratio, "×", wanted, detail=detail)


def vector_speed(slug: str, players: int, share: int) -> Speed:
    env = make(slug, GAMES, players)
    steps = max(STEPS // share, 2)

    def measure() -> float:
        began = process_time()
        for _ in range(steps):
            env.step(env.random_actions())
        return steps * GAMES / (process_time() - began)

    return measure


def single_speed(envs: list[Env], steps: int) -> Speed:
    """A loop over PettingZoo environments, each asked for a random legal action in turn."""
    for seed, env in enumerate(envs):
        env.reset(seed=seed)
    rng = np.random.default_rng(1)

    def measure() -> float:
        began = process_time()
        for _ in range(steps // SINGLES):
            for env in envs:
                observation, _, over, cut, _ = env.last()
                if over or cut:
                    env.reset()
                    observation, _, _, _, _ = env.last()
                assert observation is not None
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
        return steps // SINGLES * SINGLES / (process_time() - began)

    return measure


def yacht_speed(games: int) -> Speed:
    """Rollouts of OpenSpiel's yacht, driven as its Python examples drive a game."""
    import pyspiel

    yacht = pyspiel.load_game("yacht")

    def measure() -> float:
        rng = random.Random(1)
        began = process_time()
        steps = sum(yacht_steps(yacht.new_initial_state(), rng) for _ in range(games))
        return steps / (process_time() - began)

    return measure


def yacht_steps(state: Any, rng: random.Random) -> int:
    """Plays a random game; returns the number of decisions."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps
