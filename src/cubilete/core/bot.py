"""What a bot is: it is shown a view, never a state, and answers in notation."""

from collections.abc import Callable
from typing import Protocol

from cubilete.core.rng import Rng
from cubilete.core.view import View


class Bot(Protocol):
    def choose(self, view: View, rng: Rng) -> str:
        """One of `view.legal`. All its luck comes from `rng`, so that games can be repeated."""


BotMaker = Callable[[], Bot]


class RandomBot:
    """Any legal action, all equally likely."""

    def choose(self, view: View, rng: Rng) -> str:
        return view.legal[rng.below(len(view.legal))]
