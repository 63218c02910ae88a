"""What is studied: a game, its bots, and how many games."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cubilete.bots.outside import find_bot
from cubilete.bots.positions import has_levels
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.parts.policy import Bot, Effort
from cubilete.core.parts.rules import Setup
from cubilete.core.registry import find_game

NOVICE = "novice"
LUCK_EFFORT = Effort(value=32, decision=96, shortlist=2)
"""The playouts of an analysis. Their noise is subtracted, so few are enough; more of them make the
interval narrower, as more games do."""


@dataclass(frozen=True)
class Plan:
    """A numbered series of games. It travels to other processes, so it names game and bots."""

    slug: str
    bots: tuple[str, ...]
    """Of the seats: a level, a bot of the game, or `module:Class`."""
    games: int
    seed: int = 1
    options: Mapping[str, object] = field(default_factory=dict)
    material: JsonObject | None = None
    analysed: int = 0
    """How many of the games, from the first on, are analysed for luck and skill."""
    effort: Effort = LUCK_EFFORT

    @property
    def game(self) -> AnyGame:
        return find_game(self.slug)

    def setup(self) -> Setup:
        """Raises what is wrong with the number of players, the options or the material."""
        return self.game.setup(len(self.bots), self.options, self.material)

    def check(self) -> None:
        """Raises what is wrong with the plan, also with the names of the bots."""
        self.make_bots(self.setup())

    def make_bots(self, setup: Setup) -> dict[str, Bot[Any]]:
        """One bot for each name; it serves all its seats."""
        return {name: find_bot(self.game, setup, name) for name in dict.fromkeys(self.bots)}

    @property
    def analysable(self) -> bool:
        return has_levels(self.game)

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots of the seats in the game of this number."""
        return self.bots


@dataclass(frozen=True)
class MixedPlan(Plan):
    """The same games among unequal players: the bots take turns with `novice`, and change seats
    from game to game. Alone, every second game is the novice's."""

    def seated(self, number: int) -> tuple[str, ...]:
        return tuple(NOVICE if (seat + number) % 2 else name for seat, name in enumerate(self.bots))

    def make_bots(self, setup: Setup) -> dict[str, Bot[Any]]:
        return {**super().make_bots(setup), NOVICE: find_bot(self.game, setup, NOVICE)}


def mixed(plan: Plan) -> MixedPlan:
    """The plan with novices at the table; all its games are analysed."""
    values = vars(replace(plan, games=plan.analysed))
    return MixedPlan(**values)
