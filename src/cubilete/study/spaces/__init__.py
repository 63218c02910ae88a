"""The numbered actions and the observations of a game, for everything that learns to play it.

`find` is where every adapter begins: it checks the options as a table does, and takes the game's
own encoding, or the one for any game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cubilete.core.errors import IllegalAction
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.encoding import Encoding
from cubilete.core.parts.rules import Setup
from cubilete.core.registry import all_games, find_game
from cubilete.core.state import State
from cubilete.study.spaces.any_game import ViewEncoding


@dataclass(frozen=True)
class Space:
    """A game with its setup and its encoding."""

    game: AnyGame
    setup: Setup
    encoding: Encoding

    def __reduce__(self) -> tuple[object, ...]:
        """Tables of an encoding can't be pickled: they are made again."""
        game = self.game if self.game not in all_games() else self.game.slug
        return find, (game, self.setup.players, self.setup.options, self.setup.material)

    def start(self) -> State:
        """The first position of a new game."""
        state: State = self.game.rules.start(self.setup)
        return state


def find(
    game: str | AnyGame,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    material: JsonObject | None = None,
) -> Space:
    """The space of a game; the fewest players where no number is given."""
    found = find_game(game) if isinstance(game, str) else game
    number = found.about.players[0] if players is None else players
    setup = found.setup(number, options, material)
    return Space(found, setup, encoding_of(found, setup))


def encoding_of(game: AnyGame, setup: Setup) -> Encoding:
    return game.policy.encoding(setup) or ViewEncoding(game)


def not_legal(action: int) -> IllegalAction:
    """The error for a number that is no legal action."""
    return IllegalAction(
        "illegal-action", "", N_("Action {action} is not legal now."), action=action
    )
