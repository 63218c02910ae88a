"""The fourth part of a game: what its bots know.

A bot is shown a view, never a state, and answers in notation. The levels that every game has
(`cubilete.bots`) are made from what a policy gives: a strategy, a casual player, and positions
that are consistent with a view.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from cubilete.core.parts.encoding import Encoding
from cubilete.core.parts.rules import S, Setup
from cubilete.core.rng import Rng
from cubilete.core.strategy import Strategy
from cubilete.core.view import V, View

V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Bot(Protocol[V_contra]):
    """Decides for a seat. An instance may serve several games and seats, so it must not
    remember them: what it answers depends on the view and the generator alone."""

    def choose(self, view: V_contra, rng: Rng) -> str:
        """One of `view.legal`. All its luck comes from `rng`, so that games can be repeated."""


class RandomBot:
    """Any legal action, all equally likely."""

    def choose(self, view: View, rng: Rng) -> str:
        return view.legal[rng.below(len(view.legal))]


@dataclass(frozen=True)
class Budget:
    """What the search for a decision may cost. It counts playouts, so that the same generator
    gives the same answer on every machine."""

    playouts: int = 400
    shortlist: int = 8
    """How many decisions are tried at most."""
    turns: int = 0
    """After how many turns a playout is estimated instead of played on; 0: never."""
    trust: float = 0.0
    """By how many standard errors another decision must be better than the one that `expert` keeps
    to (`Policy.anchor`) to be preferred to it."""


@dataclass(frozen=True)
class Effort:
    """How many playouts an analysis spends."""

    value: int = 200
    """For the value of each position."""
    decision: int = 600
    """For all actions of each decision together."""
    shortlist: int = 6
    turns: int = 0
    """After how many turns a playout is estimated instead of played on; 0: never."""


class Policy(Generic[S, V]):
    """The knowledge of a game's bots. Every method has a default."""

    usual_events: int = 150
    """The length of a game with the usual number of players. A longer one has more positions and
    longer playouts, so its analysis spends fewer of them."""

    def strategy(self, setup: Setup) -> Strategy:
        """A quick good decision: what playouts are played by."""
        return Strategy()

    def normal(self, setup: Setup) -> Strategy:
        """What the level `normal` plays, where the strategy itself is too strong for it."""
        return self.strategy(setup)

    def expert(self, setup: Setup) -> Strategy:
        """What the level `expert` searches and plays by, where it is too slow for playouts in
        great numbers."""
        return self.strategy(setup)

    def anchor(self, setup: Setup) -> Strategy | None:
        """Whose choice `expert` keeps to unless its search finds one that is clearly better (see
        `Budget.trust`): a strategy that is too slow for playouts. None: the one it searches by."""
        return None

    def casual(self, setup: Setup) -> Strategy:
        """A person who plays sensibly without calculating; `novice` plays so, with mistakes."""
        return self.strategy(setup)

    def imagine(self, setup: Setup, view: V, rng: Rng) -> S:
        """A position in which the seat of this view, which may act, sees just this view.

        Hidden outcomes are drawn by their law given the view, and sealed decisions of others by
        the strategy. Where nothing is hidden it is the position itself. A game whose rules are
        `all_open` need not have it: its bots are given the position. A game that hides something
        and has none gets the random bot only.
        """
        raise NotImplementedError

    def suppose(self, setup: Setup, view: V, rng: Rng) -> S:
        """A position as `imagine` draws it, but weighted by what the others' decisions tell: the
        search for a decision uses it."""
        return self.imagine(setup, view, rng)

    def expert_budget(self, setup: Setup) -> Budget:
        """What a decision of `expert` may cost: under a second on one core."""
        return Budget()

    def adviser(self, setup: Setup) -> Strategy:
        """The strategy that hints are judged by. Its shortlist has the choices that a person is
        told about, so it should have some also where one is clearly the best."""
        return self.strategy(setup)

    def hint_budget(self, setup: Setup) -> Budget:
        """What the hints for a decision may cost: under a second on one core."""
        return self.expert_budget(setup)

    def analysis_effort(self) -> Effort:
        """How many playouts the analysis of a game spends: under 30 seconds on two cores."""
        return Effort()

    def encoding(self, setup: Setup) -> Encoding | None:
        """How programs that learn see the game (`cubilete.study`). Without one, its decisions are
        numbered in the order of their notation, and observations are made from the view."""
        return None

    def awaits(self, view: V) -> tuple[int, ...]:
        """The seats whose answer the seat of this view has asked for. At a table, its bot gives
        people among them time before it goes on."""
        return ()

    def polite(self, view: V, action: str) -> str:
        """What a bot plays at a table of people where it has chosen this action: the same, unless
        people would find it rude. It must be legal."""
        return action

    def bots(self) -> Mapping[str, Callable[[], Bot[V]]]:
        """Makers of bots besides the levels, by name, the weakest first."""
        return {"random": RandomBot}

    def strongest(self) -> str:
        """The strongest of `bots`: it sits down where nobody names one and there are no levels."""
        return list(self.bots())[-1]
