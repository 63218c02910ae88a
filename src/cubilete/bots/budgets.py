"""What the search for a decision may cost where it runs.

A game's budget is chosen for compiled rules. Interpreted, a playout takes 20 times as long or more,
so there are fewer of them: a decision takes about the same time and is a little worse. The same
seed gives the same decisions in each form, but not in both.
"""

from dataclasses import replace

from cubilete._source import compiled
from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message
from cubilete.core.parts.policy import Budget
from cubilete.core.parts.rules import Setup

INTERPRETED_SHARE = 0.05
"""How much of a budget is left where the rules run interpreted."""


def search_budget(game: AnyGame, setup: Setup, share: float = 1.0) -> Budget:
    """The budget of `expert` for a decision, in the form in which the rules run here; of its
    playouts, only this share."""
    budget = game.policy.expert_budget(setup)
    share *= 1.0 if compiled() else INTERPRETED_SHARE
    return replace(budget, playouts=fewer(budget.playouts, share))


def fewer(playouts: int, share: float = INTERPRETED_SHARE) -> int:
    return max(round(playouts * share), 1)


def smaller_budget() -> Message | None:
    """What people are told where budgets are smaller."""
    if compiled():
        return None
    return Message(
        N_(
            "The rules are not compiled: bots that search try {share} of their playouts, "
            "and are weaker."
        ),
        {"share": f"{INTERPRETED_SHARE:.0%}"},
    )
