"""The games that one can play alone as Gymnasium environments: 216 and Dizzle.

    from cubilete.study import gymnasium

    env = gymnasium.env("dizzle", level=2)
    observation, info = env.reset(seed=1)
    while True:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated:
            break

An observation is the row of the game's encoding; `info["action_mask"]` and `action_masks()` tell
what is legal. An illegal action ends the game with a reward of -1.

Rewards: "result", the default, is 0 until the game is over. Then it is the points in Dizzle, and
in 216 1/2 for a victory over the IA and -1/2 for a defeat. "points" is how the points have
changed, in 216 those that one is ahead of the IA.
"""

from typing import Any

try:
    from gymnasium import Env
    from gymnasium.spaces import Discrete
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "Gymnasium is missing: pip install 'cubilete[gymnasium]'", name=error.name
    ) from None

import numpy as np

from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.parts.encoding import NOBODY, NOT_LEGAL
from cubilete.study.spaces import find
from cubilete.study.spaces.boxes import row_space
from cubilete.study.spaces.episode import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Episode,
    Mask,
    Reward,
    Row,
    check_choices,
)

ALONE = 0
"""The seat of the only player."""


def env(
    game: str | AnyGame,
    *,
    render_mode: str | None = None,
    reward: Reward = "result",
    language: str = "en",
    material: JsonObject | None = None,
    **options: object,
) -> "SoloEnv":
    """A game for one player. `options` are those of the game (`cubilete games`), such as `level=3`;
    `material` is a deck or level of one's own."""
    return SoloEnv(game, render_mode, reward, language, material, options)


class SoloEnv(Env[Row, np.int64]):
    """A game for one player."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str | AnyGame,
        render_mode: str | None,
        reward: Reward,
        language: str,
        material: JsonObject | None,
        options: dict[str, object],
    ) -> None:
        check_choices(reward, language, render_mode)
        self.episode = Episode(find(game, 1, options, material))
        self.render_mode = render_mode
        self.reward = reward
        self.language = language
        self.action_space = Discrete(int(self.episode.encoding.actions))
        self.observation_space = row_space(self.episode.encoding)
        self._lead = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """Begins a new game; the same seed and actions give the same game."""
        super().reset(seed=seed)
        self.episode.begin(seed)
        self._lead = self.episode.leads()[ALONE]
        self._print()
        return self.episode.numbers(ALONE), {"action_mask": self.action_masks()}

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        is_illegal = episode.encoding.code(episode.state, ALONE, int(action)) == NOT_LEGAL
        if not is_illegal:
            episode.play(int(action))
        self._print()
        return (
            episode.numbers(ALONE),
            ILLEGAL_REWARD if is_illegal else self._gain(),
            is_illegal or episode.seat == NOBODY,
            False,
            {"action_mask": self.action_masks()},
        )

    def action_masks(self) -> Mask:
        """The legal actions, by the name that other libraries expect."""
        return self.episode.mask(ALONE)

    def _gain(self) -> float:
        if self.reward == "points":
            before, self._lead = self._lead, self.episode.leads()[ALONE]
            return self._lead - before
        return self.episode.results()[ALONE] if self.episode.seat == NOBODY else 0.0

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position: text for “ansi”; printed, and None, for “human”."""
        return self.episode.picture(ALONE, self.render_mode, self.language)
