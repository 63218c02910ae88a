"""The fourth part of a game: what its bots know.

A bot is shown a view, never a state, and answers in notation.
"""

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from cubilete.core.rng import Rng
from cubilete.core.view import V, View

V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Bot(Protocol[V_contra]):
    def choose(self, view: V_contra, rng: Rng) -> str:
        """One of `view.legal`. All its luck comes from `rng`, so that games can be repeated."""


class RandomBot:
    """Any legal action, all equally likely."""

    def choose(self, view: View, rng: Rng) -> str:
        return view.legal[rng.below(len(view.legal))]


class Policy(Generic[V]):
    """The bots of a game."""

    def bots(self) -> Mapping[str, Callable[[], Bot[V]]]:
        """Makers of the bots that can play it, by name, the weakest first."""
        return {"random": RandomBot}

    def strongest(self) -> str:
        return list(self.bots())[-1]
