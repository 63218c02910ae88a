"""The environment that a learner steps: `Batch` with checked arguments and NumPy arrays."""

from typing import Any

from cubilete.bots.levels import StrategyBot, make_bot
from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.policy import RandomBot
from cubilete.core.rng import seed_from
from cubilete.core.strategy import Strategy
from cubilete.study import spaces
from cubilete.study.simulate import whole_number
from cubilete.study.spaces.batch import Batch, NotLegal

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "NumPy is missing: pip install 'cubilete[study]'", name=error.name
    ) from None

GAMES = 4096


class VectorEnv:
    """Many games of one setup, stepped together.

    Every array has one row for each game. `step` and `reset` write into them in place, and nobody
    else can: copy what you want to keep. What is shown of a game is for the seat that has to act:

    - `observations`, int16: what that seat may know; `fields` names the numbers.
    - `masks`, bool: which actions are legal.
    - `seats`: the seat that acts next.
    - `rewards`: what the game that ended in this step is worth to each seat, as PettingZoo's
      environment gives it; 0 in all other steps.
    - `done`, bool: whether a game ended in this step. The rest of its row is of the next game.
    - `scores`: the points of the latest game that ended in this place.

    Game number i depends on the seed, on i and on the actions, not on how many games there are.
    """

    def __init__(self, space: spaces.Space, games: int, seed: int, first: int) -> None:
        self.space = space
        self.games = games
        self.first = first
        self.players = space.setup.players
        self.actions = int(space.encoding.actions)
        self.fields = space.encoding.fields
        batch = self._batch = Batch(space.start(), space.encoding, games)
        self.observations: NDArray[np.int16] = rows(batch.observations, np.int16, games)
        self.masks: NDArray[np.bool_] = rows(batch.masks, np.bool_, games)
        self.rewards: NDArray[np.float64] = rows(batch.rewards, np.float64, games)
        self.scores: NDArray[np.int32] = rows(batch.scores, np.int32, games)
        self.seats: NDArray[np.int64] = rows(batch.to_act, np.int64, games)[:, 0]
        self.done: NDArray[np.bool_] = rows(batch.done, np.bool_, games)[:, 0]
        self._chosen: NDArray[np.int32] = rows(batch.actions, np.int32, games)[:, 0]
        self._strategies: dict[str, Strategy] = {}
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew."""
        self.seed = whole_number("seed", seed)
        numbers = range(self.games)
        self._batch.reset(
            [self.seed_of(game) for game in numbers],
            [self._seed("choices", game) for game in numbers],
        )

    def seed_of(self, game: int) -> int:
        """The seed of the dice and cards in a place. A single environment of the same setup that is
        reset with it, and never again with another one, has the same games."""
        return self._seed("dice", game)

    def _seed(self, use: str, game: int) -> int:
        return seed_from(f"vector/{use}/{self.space.game.slug}/{self.seed}/{self.first + game}")

    def step(self, actions: ArrayLike) -> None:
        """Plays one action in each game, and then dice, cards and announcements up to the next
        decision. A game that ends begins anew.

        If one of the actions is not legal, nothing is played in any game.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadOption(
                "bad-actions",
                "",
                N_("A step needs {games} whole numbers, one action for each game."),
                games=self.games,
            )
        if chosen.dtype != np.int32:
            chosen = chosen.clip(-1, self.actions).astype(np.int32)
        try:
            self._batch.step(chosen.astype("<i4", copy=False).tobytes())
        except NotLegal as error:
            raise BadOption(
                "illegal-action",
                "",
                N_("Game {game}: action {action} is not legal now."),
                game=error.game,
                action=int(np.asarray(actions)[error.game]),
            ) from None

    def random_actions(self) -> NDArray[np.int32]:
        """A random legal action for each game, all equally likely; the next call overwrites them.

        They depend on the seed and the game's number, as the dice do.
        """
        self._batch.choose()
        return self._chosen

    def bot_actions(self, level: str, where: ArrayLike = True) -> NDArray[np.int32]:
        """What the bot of a level does in each game, as `random_actions` returns it: random, novice
        or normal, which decide without search. Only the games that `where` marks are asked; the
        others keep their number of the last call.
        """
        asked = np.asarray(where, dtype=np.bool_)
        if asked.shape not in ((), (self.games,)):
            raise BadOption(
                "bad-mask",
                "",
                N_("The games to ask are marked by {games} truth values, one for each game."),
                games=self.games,
            )
        asked = np.broadcast_to(asked, (self.games,))
        self._batch.advise(self._strategy(level), asked.tobytes())
        return self._chosen

    def _strategy(self, level: str) -> Strategy:
        """The strategy of a level for this setup."""
        if level not in self._strategies:
            bot = make_bot(self.space.game, self.space.setup, level)
            if isinstance(bot, RandomBot):
                self._strategies[level] = Strategy()
            elif type(bot) is StrategyBot:
                self._strategies[level] = bot.strategy
            else:
                raise BadOption(
                    "bot-searches",
                    "",
                    N_("{game}: {bot} takes too long for thousands of games at once."),
                    game=self.space.game.name,
                    bot=level,
                )
        return self._strategies[level]


def rows(memory: Any, kind: Any, games: int) -> NDArray[Any]:
    """A vector of compiled code as an array with a row for each game."""
    return np.frombuffer(memory, kind).reshape(games, -1)


def make(
    game: str | AnyGame,
    games: int = GAMES,
    players: int | None = None,
    *,
    seed: int = 0,
    first: int = 0,
    material: JsonObject | None = None,
    **options: object,
) -> VectorEnv:
    """`games` games of one setup, stepped together.

    Without a number of players the fewest play. `options` are those of the game, such as `level=3`;
    `material` is a deck, sheets or level of one's own. The games are numbered from `first`, so two
    environments can share the work of one.
    """
    games, first = whole_number("games", games, 1), whole_number("first", first, 0)
    return VectorEnv(spaces.find(game, players, options, material), games, seed, first)
