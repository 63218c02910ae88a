"""The levels that every game has: random, novice, normal and expert.

All of them see the view of their seat only. `normal` decides by a strategy of the game in a
position that it imagines for the view; `expert` compares its best decisions by playouts (`judge`).
Where a game has no strategy, all three compare decisions by random playouts, few or many. A game
that hides something and can't imagine positions has the random bot only.
"""

from dataclasses import replace
from typing import Any

from cubilete.bots.budgets import search_budget
from cubilete.bots.judge import judge
from cubilete.bots.positions import (
    Imagine,
    OpenPosition,
    can_imagine,
    has_levels,
    imagination,
    needs_position,
    open_position,
    supposition,
)
from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.message import N_
from cubilete.core.parts.policy import Bot, Budget, RandomBot
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Mistaken, Strategy, play_out
from cubilete.core.view import View

LEVELS = ("random", "novice", "normal", "expert")
CASUAL = "casual"
"""The casual player without mistakes: a yardstick, which tables do not offer."""
OLDER_NAMES = {"greedy": "normal"}
"""Bots that tables of earlier versions name, and the level that plays on for them."""
MISTAKES = 20
"""The percentage of a novice's decisions that are random."""


PLAYOUT_SHARES = {"novice": 0.02, "normal": 0.15, "expert": 1.0}
"""How much of the budget the levels of a game without a strategy have."""
ANY_DECISION = 50
"""How many decisions are tried at most where no strategy says which are worth it."""
DECISIONS_AT_MOST = 60_000
"""How many random decisions all playouts for one decision of such a game may have: some tenths of a
second for rules in plain Python."""


class StrategyBot:
    """Decides by a strategy, in a position that it imagines for the view."""

    def __init__(
        self, game: AnyGame, setup: Setup, strategy: Strategy, position: OpenPosition | None = None
    ) -> None:
        self.game = game
        self.setup = setup
        self.strategy = strategy
        self.position = position

    def at(self, position: OpenPosition) -> "StrategyBot":
        """The bot for a decision in this position, in a game where `needs_position`."""
        return StrategyBot(self.game, self.setup, self.strategy, position)

    def choose(self, view: View, rng: Rng) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        assert view.seat is not None
        state = self.imagined(view, rng)
        return state.text(view.seat, self.decide(state, view, rng))

    def imagined(self, view: View, rng: Rng) -> State:
        return imagination(self.game, self.setup, view, self.position)(rng)

    def decide(self, state: State, view: View, rng: Rng) -> int:
        assert view.seat is not None
        return self.strategy.choose(state, view.seat, rng)

    def waits(self, view: View, rng: Rng) -> bool:
        """Whether it lets the others go first, where others may act too."""
        assert view.seat is not None
        return self.strategy.waits(self.imagined(view, rng), view.seat, rng)


class ExpertBot(StrategyBot):
    """Compares the best decisions by playouts, if the strategy finds more than one."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        strategy: Strategy,
        budget: Budget,
        position: OpenPosition | None = None,
        anchor: Strategy | None = None,
    ) -> None:
        super().__init__(game, setup, strategy, position)
        self.budget = budget
        self.anchor = anchor

    def at(self, position: OpenPosition) -> StrategyBot:
        return type(self)(self.game, self.setup, self.strategy, self.budget, position, self.anchor)

    def decide(self, state: State, view: View, rng: Rng) -> int:
        assert view.seat is not None
        own, *others = self.strategy.shortlist(state, view.seat, self.budget.shortlist)
        if not others:
            return own
        if self.anchor is not None:
            own = int(self.anchor.choose(state, view.seat, rng.copy()))
        suppose: Imagine = supposition(self.game, self.setup, view, self.position)
        trust = self.budget.trust
        wanted = [own] if trust else []
        budget = self.budget_in(state, rng)
        best, *rest = judge(suppose, view.seat, self.strategy, budget, rng, wanted)
        for judgement in rest if trust else []:
            if judgement.code == own:
                gains, errors = best.difference(judgement)
                if gains[view.seat] < trust * errors[view.seat]:
                    return own
        return best.code

    def budget_in(self, state: State, rng: Rng) -> Budget:
        return self.budget


class PlayoutBot(ExpertBot):
    """Compares decisions by random playouts, in a game without a strategy. Nobody has chosen a
    budget for that game, so long playouts are fewer."""

    def budget_in(self, state: State, rng: Rng) -> Budget:
        decisions = play_out(state.copy(), self.strategy, rng.copy())
        most = DECISIONS_AT_MOST // max(decisions, 1)
        return replace(self.budget, playouts=min(self.budget.playouts, most))


def placed(bot: Bot[Any], state: State) -> Bot[Any]:
    """The bot for a decision in this position. It is given the position only where nothing is
    hidden and no view can be imagined; every other bot is returned as it is."""
    if isinstance(bot, StrategyBot) and needs_position(bot.game):
        return bot.at(open_position(bot.game, state))
    return bot


def bot_names(game: AnyGame) -> list[str]:
    """The bots that can play a game, the weakest level first."""
    levels = list(LEVELS) if has_levels(game) else []
    return levels + [name for name in game.policy.bots() if name not in levels]


def is_bot(game: AnyGame, name: str) -> bool:
    """Whether there is a bot of this name, also by a name of an earlier version."""
    return OLDER_NAMES.get(name, name) in bot_names(game) or name in game.policy.bots()


def usual_bot(game: AnyGame) -> str:
    """The bot that sits down where nobody names one: the level normal, unless the game has a bot of
    its own and knows nothing that would make the level stronger."""
    own = game.policy.strongest()
    return "normal" if can_imagine(game) or (has_levels(game) and own == "random") else own


MADE: dict[tuple[str, str, str, float], Bot[Any]] = {}
"""The latest bots, by game, setup, name and share: their tables take time to compute."""
MADE_AT_MOST = 64


def make_bot(game: AnyGame, setup: Setup, name: str, share: float = 1.0) -> Bot[Any]:
    """The bot of this name for games that start from this setup. A level that searches has this
    share of its playouts.

    Bots do not remember games, so one instance may serve several of them.
    """
    if name in game.policy.bots():
        return game.policy.bots()[name]()
    key = (game.slug, repr(setup), name, share)
    bot = MADE.get(key)
    if bot is None:
        while len(MADE) >= MADE_AT_MOST:
            del MADE[next(iter(MADE))]
        bot = MADE[key] = new_level(game, setup, name, share)
    return bot


def new_level(game: AnyGame, setup: Setup, name: str, share: float = 1.0) -> Bot[Any]:
    name = OLDER_NAMES.get(name, name)
    if name not in (*LEVELS, CASUAL) or not has_levels(game):
        raise BadOption(
            "unknown-bot",
            "",
            N_("{game} has no bot {bot}; choose {known}."),
            game=game.name,
            bot=name,
            known=", ".join(bot_names(game)),
        )
    if name == "random":
        return RandomBot()
    if name == "expert":
        strategy = game.policy.expert(setup)
    elif name == "normal":
        strategy = game.policy.normal(setup)
    else:
        strategy = game.policy.casual(setup)
    budget = search_budget(game, setup, share)
    if type(strategy) is Strategy and name != CASUAL:
        playouts = max(round(budget.playouts * PLAYOUT_SHARES[name]), 1)
        return PlayoutBot(game, setup, strategy, Budget(playouts, ANY_DECISION))
    if name == "novice":
        strategy = Mistaken(strategy, MISTAKES)
    if name == "expert":
        return ExpertBot(game, setup, strategy, budget, anchor=game.policy.anchor(setup))
    return StrategyBot(game, setup, strategy)
