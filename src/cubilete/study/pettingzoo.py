"""The games as PettingZoo environments: `env` steps one seat after another, `parallel_env` all.

    from cubilete.study import pettingzoo

    env = pettingzoo.env("pa-fuera", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are `player_0`, `player_1` and so on, in the order of the seats. An observation has the row
and the mask of the game's encoding (`cubilete.core.parts.encoding`): nothing that the seat may not
know. Where several seats may act, those who decide in secret are asked in the order of the seats,
and otherwise one of them is drawn, because the first to act has an advantage.

Rewards: "result", the default, is 0 until the game is over, and then the share of the victory less
an even share, so that the sum is zero; where one plays alone, the points. "points" is by how much
the own lead has changed: the points less the mean of the others.
"""

from dataclasses import dataclass
from typing import Any

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "PettingZoo is missing: pip install 'cubilete[pettingzoo]'", name=error.name
    ) from None

import numpy as np

from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.encoding import NOBODY, Encoding
from cubilete.core.state import SEATS
from cubilete.study.spaces import find
from cubilete.study.spaces.boxes import row_space
from cubilete.study.spaces.episode import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Episode,
    Reward,
    check_choices,
)

Observation = dict[str, Any]


def env(
    game: str | AnyGame,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    reward: Reward = "result",
    language: str = "en",
    material: JsonObject | None = None,
    **options: object,
) -> AECEnv[str, Any, Any]:
    """A game in which one agent acts at a time, with the usual wrappers: an illegal action ends the
    game, and its agent gets -1.

    `options` are those of the game (`cubilete games`), such as `level=3`; `material` is a deck,
    sheets or level of one's own. Without a number of players the fewest play.
    """
    raw = raw_env(
        game,
        players,
        render_mode=render_mode,
        reward=reward,
        language=language,
        material=material,
        **options,
    )
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(
    game: str | AnyGame,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    reward: Reward = "result",
    language: str = "en",
    material: JsonObject | None = None,
    **options: object,
) -> "TurnEnv":
    """The same without wrappers: an illegal action raises IllegalAction and changes nothing."""
    return TurnEnv(Choices(game, players, render_mode, reward, language, material, options))


def parallel_env(
    game: str | AnyGame,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    reward: Reward = "result",
    language: str = "en",
    material: JsonObject | None = None,
    **options: object,
) -> "TogetherEnv":
    """A game whose seats decide together, in secret: Twenty One.

    Every agent acts in every step; the last action is to wait, for an agent that has nothing to
    decide. An illegal action ends the game, and its agent gets -1.
    """
    return TogetherEnv(Choices(game, players, render_mode, reward, language, material, options))


@dataclass(frozen=True)
class Choices:
    """What an environment was asked for."""

    game: str | AnyGame
    players: int | None
    render_mode: str | None
    reward: Reward
    language: str
    material: JsonObject | None
    options: dict[str, object]


class CommonEnv(EzPickle):
    """What both kinds of environments have: agents, spaces and the episode."""

    def __init__(self, choices: Choices, waits: bool) -> None:
        EzPickle.__init__(self, choices)
        check_choices(choices.reward, choices.language, choices.render_mode)
        self.space = find(choices.game, choices.players, choices.options, choices.material)
        self.episode = Episode(self.space)
        self.render_mode = choices.render_mode
        self.language = choices.language
        self.reward = choices.reward
        self.metadata: dict[str, Any] = {
            "render_modes": list(RENDER_MODES),
            "name": f"cubilete_{self.space.game.slug.replace('-', '_')}_v0",
            "is_parallelizable": waits,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.space.setup.players)]
        self.agents: list[str] = []
        actions = int(self.space.encoding.actions) + waits
        mask = Box(0, 1, (actions,), np.int8)
        self.action_spaces: dict[str, Space[Any]] = {
            agent: Discrete(actions) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Dict({"observation": row_space(self.space.encoding), "action_mask": mask})
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]


class TurnEnv(CommonEnv, AECEnv[str, Any, Any]):
    """A game in which one agent acts at a time."""

    def __init__(self, choices: Choices) -> None:
        CommonEnv.__init__(self, choices, waits=False)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._leads = [0.0] * len(self.possible_agents)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; the same seed and actions give the same game."""
        self.episode.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        vars(self).pop("_skip_agent_selection", None)  # a game that was not played to its end
        self.agent_selection = self.possible_agents[self.episode.seat]
        if self.reward == "points":
            self._leads = self.episode.leads()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and its legal actions: none unless it acts now."""
        seat = self._seats[agent]
        episode = self.episode
        if seat == episode.seat:
            return {"observation": episode.numbers(seat), "action_mask": episode.mask(seat)}
        nothing = np.zeros(episode.encoding.actions, dtype=np.int8)
        return {"observation": episode.numbers(seat), "action_mask": nothing}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is asked must act"
        episode = self.episode
        episode.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        if episode.seat == NOBODY or self.reward == "points":
            self._give_rewards()
        if episode.seat == NOBODY:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[episode.seat]
        if self.render_mode == "human":
            self.render()

    def _give_rewards(self) -> None:
        if self.reward == "points":
            before, self._leads = self._leads, self.episode.leads()
            gains = differences(before, self._leads)
        else:
            gains = self.episode.results()
        # 216's solo opponent has points too, but is no agent.
        self.rewards = dict(zip(self.agents, gains, strict=False))
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as the agent that acts sees it."""
        seat = max(self.episode.seat, 0)
        return self.episode.picture(seat, self.render_mode, self.language)


class TogetherEnv(CommonEnv, ParallelEnv[str, Any, Any]):
    """A game whose agents decide together."""

    def __init__(self, choices: Choices) -> None:
        CommonEnv.__init__(self, choices, waits=True)
        encoding = self.space.encoding
        if type(encoding).is_simultaneous is Encoding.is_simultaneous:
            raise BadOption(
                "not-parallel",
                "",
                N_("In {game} one player acts at a time: use env() instead of parallel_env()."),
                game=self.space.game.name,
            )
        self.waiting = int(encoding.actions)
        """The action of an agent that has nothing to decide."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.episode.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays an action of every agent. Nobody sees what the others decide in the same step."""
        agents = self.agents
        observed = self._observations()
        illegal = [
            agent for agent in agents if not observed[agent]["action_mask"][int(actions[agent])]
        ]
        leads = self.episode.leads()
        if illegal:
            rewards = {agent: ILLEGAL_REWARD if agent in illegal else 0.0 for agent in agents}
        else:
            self._play({agent: int(action) for agent, action in actions.items()})
            gains = self._gains(leads)
            rewards = dict(zip(agents, gains, strict=False))
            observed = self._observations()
        over = bool(illegal) or self.episode.seat == NOBODY
        if over:
            self.agents = []
        return (
            observed,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _play(self, actions: dict[str, int]) -> None:
        acting = self.episode.state.to_act
        for seat in acting:
            assert self.episode.seat == seat, "secret decisions are asked in the order of the seats"
            self.episode.play(actions[self.possible_agents[seat]])

    def _gains(self, before: list[float]) -> list[float]:
        if self.reward == "points":
            return differences(before, self.episode.leads())
        over = self.episode.seat == NOBODY
        return self.episode.results() if over else [0.0] * len(self.possible_agents)

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observe(self, seat: int) -> Observation:
        state = self.episode.state
        mask = np.zeros(self.waiting + 1, dtype=np.int8)
        if state.turn() == SEATS and seat in state.to_act:
            mask[: self.waiting] = self.episode.mask(seat)
        else:
            mask[self.waiting] = 1
        return {"observation": self.episode.numbers(seat), "action_mask": mask}

    def render(self) -> str | None:
        seat = max(self.episode.seat, 0)
        return self.episode.picture(seat, self.render_mode, self.language)


def differences(before: list[float], after: list[float]) -> list[float]:
    return [now - earlier for earlier, now in zip(before, after, strict=True)]
