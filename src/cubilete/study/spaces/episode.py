"""One game after another for an environment of a single process: steps, observations, rewards.

The compiled code writes into vecs at which NumPy looks without a copy. What is handed out is a
copy, because learners keep observations.
"""

import os
from functools import partial
from typing import Literal

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i16, u8

from cubilete.core.errors import BadOption
from cubilete.core.message import N_
from cubilete.core.parts.encoding import NOBODY, NOT_LEGAL, settle, utilities
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.language import LANGUAGES, say
from cubilete.study.spaces import Space, not_legal

Row = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]

Reward = Literal["result", "points"]
REWARDS = ("result", "points")
RENDER_MODES = ("human", "ansi")
ILLEGAL_REWARD = -1.0
"""What an agent gets whose illegal action ends the game."""
SEEDS = 1 << 62


class Episode:
    """The current game of an environment. `seat` decides next; NOBODY when the game is over."""

    def __init__(self, space: Space) -> None:
        encoding = space.encoding
        self.space = space
        self.encoding = encoding
        self.first: State = space.start()
        self.state: State = self.first
        self.seat: int = NOBODY
        self.rng = Rng(int.from_bytes(os.urandom(8), "big") % SEEDS)
        self._row = vec[i16]([i16(0)] * encoding.size)
        self._mask = vec[u8]([u8(0)] * encoding.actions)
        self._numbers: Row = np.frombuffer(memoryview(self._row), dtype=np.int16)
        self._legal: Mask = np.frombuffer(memoryview(self._mask), dtype=np.int8)

    def begin(self, seed: int | None) -> None:
        """Starts a new game. Without a seed, luck goes on where the last game ended."""
        if seed is not None:
            self.rng = Rng(seed % SEEDS)
        self.state = self.first.copy()
        self.seat = settle(self.state, self.encoding, self.rng)

    def play(self, action: int) -> None:
        """Plays an action of `seat`; raises IllegalAction and changes nothing if it is illegal."""
        code = self.encoding.code(self.state, self.seat, action)
        if code == NOT_LEGAL:
            raise not_legal(action)
        self.state.advance(self.seat, code)
        self.seat = settle(self.state, self.encoding, self.rng)

    def numbers(self, seat: int) -> Row:
        """What a seat sees."""
        self.encoding.observe(self.state, seat, self._row, 0)
        return self._numbers.copy()

    def mask(self, seat: int) -> Mask:
        """The legal actions of a seat."""
        self.encoding.mark(self.state, seat, self._mask, 0)
        return self._legal.copy()

    def results(self) -> list[float]:
        """What the end of the game is worth to each seat, see `utilities`."""
        return utilities(self.state)

    def leads(self) -> list[float]:
        """For each seat its points less the mean of the others; alone, its points."""
        scores = self.state.scores()
        if len(scores) == 1:
            return [float(scores[0])]
        total, others = sum(scores), len(scores) - 1
        return [score - (total - score) / others for score in scores]

    def text(self, action: int) -> str:
        """The notation of a legal action of `seat`."""
        return self.state.text(self.seat, self.encoding.code(self.state, self.seat, action))

    def picture(self, seat: int, render_mode: str | None, language: str) -> str | None:
        """The position as this seat sees it: text for “ansi”; printed, and None, for “human”."""
        if render_mode is None:
            return None
        game = self.space.game
        view = game.rules.view(self.state, seat)
        shown = game.words.show(view, partial(say, language=language))
        if render_mode == "ansi":
            return shown
        print(shown, end="\n\n")
        return None


def check_choices(reward: str, language: str, render_mode: str | None) -> None:
    """Refuses what an environment does not have."""
    for name, value, choices in (
        ("reward", reward, REWARDS),
        ("language", language, LANGUAGES),
        ("render_mode", render_mode, (None, *RENDER_MODES)),
    ):
        if value not in choices:
            raise BadOption(
                "bad-option",
                "",
                N_("{option} must be one of {choices}."),
                option=name,
                choices=", ".join(str(choice) for choice in choices),
            )
