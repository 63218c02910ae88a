"""What a person could do now, and what each choice is worth: hints, and the coach's opinion.

A hint depends on the view of a seat alone, never on what is hidden from it: two positions with the
same view and the same generator give the same hints. Only a game in which nothing is hidden, and
which has no `imagine`, is judged in its real position.

A choice is worth the seat's share of the victory, or points in a game that is played alone.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from cubilete._source import compiled
from cubilete.bots.budgets import fewer
from cubilete.bots.judge import Judgement, judge
from cubilete.bots.positions import (
    OpenEvents,
    OpenPosition,
    has_levels,
    position_after,
    supposition,
)
from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.message import N_
from cubilete.core.parts.policy import Budget
from cubilete.core.parts.rules import Setup
from cubilete.core.registry import find_game
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.core.view import View

FEWEST_PLAYOUTS = 24
"""Where the rules are not compiled."""
COSTLY_SHARE, COSTLY_POINTS = 0.08, 4.0
"""The coach speaks up where a choice has cost so much of the victory, or so many points."""
SURE = 2.0
"""And where the cost is more than so many of its standard errors."""


class NoHints(CubileteError):
    """The game hides something and can't imagine it."""


@dataclass(frozen=True)
class Hint:
    """A choice and what it is worth to the seat."""

    action: str
    worth: float
    error: float
    """The standard error of the worth."""
    behind: float
    """How much less it is worth than the best choice; at least 0."""
    behind_error: float


@dataclass(frozen=True)
class Advice:
    """The choices that were judged, the best first."""

    hints: tuple[Hint, ...]
    alone: bool
    """Whether worths are points instead of shares of the victory."""
    playouts: int
    """How many games were played out for the best choice."""
    shortened: bool
    """Whether there were fewer playouts because the rules are not compiled."""

    def of(self, action: str) -> Hint | None:
        """What is said of an action; None if it was not judged."""
        return next((hint for hint in self.hints if hint.action == action), None)

    def is_costly(self, action: str) -> bool:
        """Whether the coach speaks up about this choice."""
        hint = self.of(action)
        if hint is None:
            return False
        limit = COSTLY_POINTS if self.alone else COSTLY_SHARE
        return hint.behind >= limit and hint.behind > SURE * hint.behind_error


@dataclass(frozen=True)
class HintQuestion:
    """What is needed to judge the choices of a seat. Nothing in it is hidden from the seat."""

    game: str
    setup: Setup
    view: View
    seed: int
    wanted: tuple[str, ...] = ()
    """Actions that are judged in any case."""
    events: OpenEvents = ()


def advise(question: HintQuestion) -> Advice:
    """Judges the choices of a seat, in under a second on one core where the rules are compiled."""
    game = find_game(question.game)
    position = position_after(game, question.setup, question.events)
    budget = game.policy.hint_budget(question.setup)
    found = hints(
        game,
        question.setup,
        question.view,
        budget if compiled() else shortened(budget),
        Rng(question.seed),
        question.wanted,
        position,
    )
    return replace(found, shortened=not compiled())


def hints(
    game: AnyGame,
    setup: Setup,
    view: View,
    budget: Budget,
    rng: Rng,
    wanted: Collection[str] = (),
    position: OpenPosition | None = None,
) -> Advice:
    """Judges the choices of the seat of `view`, which may act; those that are `wanted` too.

    `position` is needed for a game that `needs_position`.
    """
    if not has_levels(game):
        raise no_hints(game)
    assert view.seat is not None
    seat = view.seat
    imagine = supposition(game, setup, view, position)
    state = imagine(rng.copy())
    codes = [int(state.read(seat, text)) for text in wanted]
    judged = judge(imagine, seat, strategy_for(game, setup), budget, rng, codes)
    best = judged[0]
    found = [hint_of(judgement, best, state, seat) for judgement in judged]
    return Advice(
        tuple(sorted(found, key=lambda hint: hint.behind)),
        alone=len(best.results[0]) == 1,
        playouts=len(best.results),
        shortened=False,
    )


def hint_of(judgement: Judgement, best: Judgement, state: State, seat: int) -> Hint:
    """The worth is that of the best choice less the difference: that has less noise than means
    over different numbers of playouts."""
    behind, errors = best.difference(judgement)
    lost = max(behind[seat], 0.0)
    worth = best.value(seat) - lost
    return Hint(
        str(state.text(seat, judgement.code)),
        worth if len(behind) == 1 else max(worth, 0.0),
        judgement.error(seat),
        lost,
        errors[seat],
    )


# --- What hints are made from ---


def no_hints(game: AnyGame) -> NoHints:
    return NoHints("no-hints-here", "", N_("There are no hints for {game}."), game=game.name)


def shortened(budget: Budget) -> Budget:
    """For interpreted rules, which are slower."""
    return replace(budget, playouts=max(fewer(budget.playouts), FEWEST_PLAYOUTS))


STRATEGIES: dict[tuple[str, str], Strategy] = {}
"""The latest strategies, by game and setup: their tables take time to compute."""
STRATEGIES_AT_MOST = 16


def strategy_for(game: AnyGame, setup: Setup) -> Strategy:
    key = (game.slug, repr(setup))
    found = STRATEGIES.get(key)
    if found is None:
        while len(STRATEGIES) >= STRATEGIES_AT_MOST:
            del STRATEGIES[next(iter(STRATEGIES))]
        found = STRATEGIES[key] = game.policy.adviser(setup)
    return found
