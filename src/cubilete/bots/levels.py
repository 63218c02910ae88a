"""The levels that every game has: random, novice, normal and expert.

All of them see the view of their seat only. `normal` decides by a strategy of the game in a
position that it imagines for the view; `expert` compares its best decisions by playouts (`judge`).
A game that hides something and can't imagine positions has the random bot only.
"""

from typing import Any

from cubilete.bots.judge import judge
from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.message import N_
from cubilete.core.parts.policy import Bot, Budget, Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Mistaken, Strategy
from cubilete.core.view import View

LEVELS = ("random", "novice", "normal", "expert")
CASUAL = "casual"
"""The casual player without mistakes: a yardstick, which tables do not offer."""
OLDER_NAMES = {"greedy": "normal"}
"""Bots that tables of earlier versions name, and the level that plays on for them."""
MISTAKES = 20
"""The percentage of a novice's decisions that are random."""


class StrategyBot:
    """Decides by a strategy, in a position that it imagines for the view."""

    def __init__(self, game: AnyGame, setup: Setup, strategy: Strategy) -> None:
        self.policy: Policy[Any, Any] = game.policy
        self.setup = setup
        self.strategy = strategy

    def choose(self, view: View, rng: Rng) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        assert view.seat is not None
        state: State = self.policy.imagine(self.setup, view, rng)
        return state.text(view.seat, self.decide(state, view, rng))

    def decide(self, state: State, view: View, rng: Rng) -> int:
        assert view.seat is not None
        return self.strategy.choose(state, view.seat, rng)

    def waits(self, view: View, rng: Rng) -> bool:
        """Whether it lets the others go first, where others may act too."""
        assert view.seat is not None
        state: State = self.policy.imagine(self.setup, view, rng)
        return self.strategy.waits(state, view.seat, rng)


class ExpertBot(StrategyBot):
    """Compares the best decisions by playouts, if the strategy finds more than one."""

    def __init__(self, game: AnyGame, setup: Setup, strategy: Strategy, budget: Budget) -> None:
        super().__init__(game, setup, strategy)
        self.budget = budget

    def decide(self, state: State, view: View, rng: Rng) -> int:
        assert view.seat is not None
        own, *others = self.strategy.shortlist(state, view.seat, self.budget.shortlist)
        if not others:
            return own

        def suppose(luck: Rng) -> State:
            position: State = self.policy.suppose(self.setup, view, luck)
            return position

        trust = self.budget.trust
        wanted = [own] if trust else []
        best, *rest = judge(suppose, view.seat, self.strategy, self.budget, rng, wanted)
        for judgement in rest if trust else []:
            if judgement.code == own:
                gains, errors = best.difference(judgement)
                if gains[view.seat] < trust * errors[view.seat]:
                    return own
        return best.code


def can_imagine(game: AnyGame) -> bool:
    return type(game.policy).imagine is not Policy.imagine


def analysable(game: AnyGame) -> bool:
    """Whether finished games can be analysed: nothing is hidden, or it can be imagined."""
    return game.rules.all_open or can_imagine(game)


def bot_names(game: AnyGame) -> list[str]:
    """The bots that can play a game, the weakest level first."""
    levels = list(LEVELS) if can_imagine(game) else []
    return levels + [name for name in game.policy.bots() if name not in levels]


def is_bot(game: AnyGame, name: str) -> bool:
    """Whether there is a bot of this name, also by a name of an earlier version."""
    return OLDER_NAMES.get(name, name) in bot_names(game) or name in game.policy.bots()


def usual_bot(game: AnyGame) -> str:
    """The bot that sits down where nobody names one."""
    return "normal" if can_imagine(game) else game.policy.strongest()


MADE: dict[tuple[str, str, str], Bot[Any]] = {}
"""The latest bots, by game, setup and name: their tables take time to compute."""
MADE_AT_MOST = 64


def make_bot(game: AnyGame, setup: Setup, name: str) -> Bot[Any]:
    """The bot of this name for games that start from this setup.

    Bots do not remember games, so one instance may serve several of them.
    """
    if name in game.policy.bots():
        return game.policy.bots()[name]()
    key = (game.slug, repr(setup), name)
    bot = MADE.get(key)
    if bot is None:
        while len(MADE) >= MADE_AT_MOST:
            del MADE[next(iter(MADE))]
        bot = MADE[key] = new_level(game, setup, name)
    return bot


def new_level(game: AnyGame, setup: Setup, name: str) -> Bot[Any]:
    name = OLDER_NAMES.get(name, name)
    if name not in (*bot_names(game), CASUAL) or not can_imagine(game):
        raise BadOption(
            "unknown-bot",
            "",
            N_("{game} has no bot {bot}; there are {known}."),
            game=game.name,
            bot=name,
            known=", ".join(bot_names(game)),
        )
    if name == CASUAL:
        return StrategyBot(game, setup, game.policy.casual(setup))
    if name == "novice":
        return StrategyBot(game, setup, Mistaken(game.policy.casual(setup), MISTAKES))
    if name == "normal":
        return StrategyBot(game, setup, game.policy.normal(setup))
    strategy = game.policy.strategy(setup)
    return ExpertBot(game, setup, strategy, game.policy.expert_budget(setup))
