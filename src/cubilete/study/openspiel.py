"""The games for OpenSpiel, registered from Python.

    from cubilete.study import openspiel

    game = openspiel.load("seis-dados", players=3)  # or, when this module has been imported:
    game = pyspiel.load_game("cubilete_seis_dados(players=3)")

*Chance is explicit.* Each die or card is a chance node of its own with equally likely outcomes:
all dice of a roll in one node would be thousands of outcomes. Nobody acts between them.

*Several seats.* OpenSpiel asks one player at a time. Where seats decide in secret (Twenty One),
they are asked in their order, and nobody learns what the others have decided. Where the first to
act has an advantage (Pa' fuera), a chance node draws who it is.

*What a player knows.* `observation_string` is the view of its seat, as JSON; the tensors are the
row of the game's encoding. `information_state_string` has besides the view all events that
everybody knows. `information_state_tensor` is the same as `observation_tensor`: it sums up the
game, and does not tell its course. `resample_from_infostate` draws what is hidden as the bots do
(`Policy.imagine`).

Utilities are those of `utilities`: the share of the victory less an even share, which sums to
zero; in a game that is played alone, the points. 216's solo opponent is no player of OpenSpiel's.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "OpenSpiel is missing: pip install 'cubilete[openspiel]'", name=error.name
    ) from None

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i16

from cubilete.bots.positions import can_imagine, imagination
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.parts.encoding import NOT_LEGAL, legal_actions, utilities
from cubilete.core.parts.rules import Option
from cubilete.core.registry import all_games
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, EVERYBODY, OVER, SEATS, TABLE, State
from cubilete.core.view import to_json
from cubilete.study.spaces import Space, find, not_legal

MOST_OUTCOMES = 128
"""More than the cards of any deck, and than the seats of any game."""
LONGEST_GAME = 1_000_000
"""216 has no limit of rounds; nobody plays so many."""
MOST_POINTS = 10_000.0
"""More than a game that is played alone can give, or take."""


def load(
    game: str | AnyGame,
    players: int | None = None,
    *,
    material: JsonObject | None = None,
    **options: object,
) -> "CubileteGame":
    """A game with its options, such as `level=3`. Without a number of players the fewest play."""
    space = find(game, players, options, material)
    return CubileteGame(space, parameters_of(space))


# --- Names and parameters ---


def name_of(game: AnyGame) -> str:
    return "cubilete_" + game.slug.replace("-", "_")


def default_parameter(option: Option) -> bool | int | str:
    """The default of an option as a parameter of OpenSpiel, which knows no lists: names are joined
    with “+”. 0 stands for an option that has no value unless it is said."""
    if isinstance(option.default, list):
        return "+".join(option.default)
    return 0 if option.default is None else option.default


def parameters_of(space: Space) -> dict[str, bool | int | str]:
    agreed: dict[str, bool | int | str] = {"players": space.setup.players}
    for name, value in space.setup.agreed.items():
        agreed[name] = "+".join(value) if isinstance(value, list) else value
    return agreed


def from_parameters(game: AnyGame, parameters: Mapping[str, Any] | None = None) -> "CubileteGame":
    """What `pyspiel.load_game` calls."""
    given = dict(parameters or {})
    players = given.pop("players", None)
    options: dict[str, object] = {}
    for option in game.rules.options:
        value = given.get(option.name)
        if value is not None and value != default_parameter(option):
            options[option.name] = value.split("+") if isinstance(value, str) else value
    space = find(game, players, options)
    return CubileteGame(space, parameters_of(space))


def type_of(game: AnyGame, players: int) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    is_open = game.rules.all_open or players == 1
    return kinds(
        short_name=name_of(game),
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if is_open
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if players == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.about.players[-1],
        min_num_players=game.about.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": game.about.players[0],
            **{option.name: default_parameter(option) for option in game.rules.options},
        },
    )


def info_of(space: Space) -> pyspiel.GameInfo:
    scores = len(space.start().scores())
    return pyspiel.GameInfo(
        num_distinct_actions=int(space.encoding.actions),
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=space.setup.players,
        min_utility=-1 / scores if scores > 1 else -MOST_POINTS,
        max_utility=1 - 1 / scores if scores > 1 else MOST_POINTS,
        utility_sum=0.0 if space.setup.players > 1 else None,
        max_game_length=LONGEST_GAME,
    )


def maker_of(game: AnyGame) -> type:
    """What `pyspiel.load_game` calls for a game.

    It is a class, because OpenSpiel releases it after the interpreter has ended. A function would
    be freed then, which aborts the process.
    """

    def make(cls: type, parameters: Mapping[str, Any] | None = None) -> CubileteGame:
        return from_parameters(game, parameters)

    return type(f"MakerOf{game.slug}", (), {"__new__": make})


def register() -> None:
    """Makes all installed games known to `pyspiel.load_game`."""
    known = set(pyspiel.registered_names())
    for game in all_games():
        if name_of(game) not in known:
            game_type = type_of(game, game.about.players[0])
            pyspiel.register_game(game_type, maker_of(game))


class CubileteGame(pyspiel.Game):
    """A game with its setup."""

    def __init__(self, space: Space, parameters: dict[str, bool | int | str]) -> None:
        self.space = space
        super().__init__(type_of(space.game, space.setup.players), info_of(space), parameters)

    def new_initial_state(self) -> "CubileteState":
        return CubileteState(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: Mapping[str, object] | None = None
    ) -> "SeatObserver":
        return SeatObserver(
            self.space, getattr(iig_obs_type, "perfect_recall", False), params or {}
        )


class Position:
    """A position of the rules, and how far a draw and the choice of a seat have come.

    It is copied where OpenSpiel deep-copies a state.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.state: State = space.start()
        self.events: tuple[tuple[int, int], ...] | None = ()
        """All that happened: by whom, and the code; None where that is imagined."""
        self.log: tuple[str, ...] = ()
        """The same as everybody knows it; “?” for what is secret."""
        self.drawn: list[int] = []
        """The numbers that the due draws have given so far."""
        self.seat: int | None = None
        """The seat to decide; None where chance has to draw it."""
        self.settle()

    def __deepcopy__(self, memo: object) -> "Position":
        copy = Position.__new__(Position)
        copy.space, copy.events, copy.log = self.space, self.events, self.log
        copy.state, copy.drawn, copy.seat = self.state.copy(), self.drawn[:], self.seat
        return copy

    def __reduce__(self) -> tuple[object, ...]:
        """States can't be pickled, but what happened can."""
        if self.events is None:
            raise TypeError("an imagined position can't be pickled")
        return replayed, (self.space, self.events, self.drawn, self.seat)

    # --- What it waits for ---

    @property
    def player(self) -> int:
        turn = self.state.turn()
        if turn == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if turn == SEATS and self.seat is not None:
            return self.seat
        return int(pyspiel.PlayerId.CHANCE)

    def outcomes(self) -> list[int]:
        """The equally likely outcomes of a chance node."""
        if self.state.turn() == CHANCE:
            return list(range(self.state.draws()[len(self.drawn)]))
        return self.state.to_act

    def legal(self, seat: int) -> list[int]:
        return legal_actions(self.state, self.space.encoding, seat) if seat == self.seat else []

    def text(self, player: int, action: int) -> str:
        if player >= 0:
            code = self.space.encoding.code(self.state, player, action)
            return self.state.text(player, code)
        if self.state.turn() == CHANCE:
            return f"draw {action + 1} of {len(self.outcomes())}"
        return f"seat {action}"

    # --- What happens ---

    def apply(self, action: int) -> None:
        if self.player >= 0:
            code = self.space.encoding.code(self.state, self.player, action)
            if code == NOT_LEGAL:
                raise not_legal(action)
            seat, self.seat = self.player, None
            self.advance(seat, code)
        elif action not in self.outcomes():
            raise not_legal(action)
        elif self.state.turn() == CHANCE:
            self.drawn.append(action)
        else:
            self.seat = action
        self.settle()

    def settle(self) -> None:
        """Applies what needs no decision and no luck."""
        while not self.state.over:
            turn = self.state.turn()
            if turn == TABLE:
                self.advance(TABLE, 0)
            elif turn == CHANCE and len(self.drawn) == len(self.state.draws()):
                drawn, self.drawn = self.drawn, []
                self.advance(CHANCE, self.state.outcome(drawn))
            else:
                break
        if self.state.turn() == SEATS and self.seat is None:
            acting = self.state.to_act
            if len(acting) == 1 or self.space.encoding.is_simultaneous(self.state):
                self.seat = acting[0]

    def advance(self, by: int, code: int) -> None:
        secret = self.state.audience(by, code) != EVERYBODY
        said = "?" if secret else self.state.text(by, code)
        was_sealed = secret and by >= 0
        self.state.advance(by, code)
        if self.events is not None:
            self.events = (*self.events, (by, code))
        self.log = (*self.log, f"{by} {said}")
        if was_sealed and not self.state.sealed():
            # What was decided in secret is known now, by what it has done.
            view = to_json(self.space.game.rules.view(self.state, None))
            self.log = (*self.log, hashlib.blake2s(view.encode(), digest_size=8).hexdigest())

    def imagined(self, rng: Rng) -> "Position":
        """A position that the seat to decide can't tell from this one."""
        game = self.space.game
        assert self.seat is not None, "only the player to decide can resample"
        if not can_imagine(game):
            assert game.rules.all_open, f"{game.name} can't imagine positions"
            return self.__deepcopy__(None)
        view = game.rules.view(self.state, self.seat)
        other = self.__deepcopy__(None)
        other.state = imagination(game, self.space.setup, view)(rng)
        other.events = None
        return other


def replayed(
    space: Space, events: tuple[tuple[int, int], ...], drawn: list[int], seat: int | None
) -> Position:
    """The position after these events."""
    position = Position(space)
    for by, code in events[len(position.events or ()) :]:
        position.advance(by, code)
    position.drawn, position.seat = drawn, seat
    return position


class CubileteState(pyspiel.State):
    """A position, as OpenSpiel asks about it."""

    def __init__(self, game: CubileteGame) -> None:
        super().__init__(game)
        self.position = Position(game.space)

    def current_player(self) -> int:
        return self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.position.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.text(player, action)

    def is_terminal(self) -> bool:
        return self.position.state.over

    def returns(self) -> list[float]:
        players: int = self.position.space.setup.players
        if not self.is_terminal():
            return [0.0] * players
        return utilities(self.position.state)[:players]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "CubileteState":
        """Another state that the player to decide can't tell from this one, without a history."""
        assert player == self.position.seat, "only the player to decide can resample"
        other: CubileteState = self.get_game().new_initial_state()
        other.position = self.position.imagined(Rng(int(sampler() * (1 << 53))))
        return other

    def __str__(self) -> str:
        return to_json(self.position.space.game.rules.view(self.position.state, None))


class SeatObserver:
    """What a seat knows, for OpenSpiel's observers."""

    def __init__(self, space: Space, recalls: bool, params: Mapping[str, object]) -> None:
        if params:
            raise ValueError(f"observers have no parameters: {dict(params)}")
        self.space = space
        self.recalls = recalls
        self._row = vec[i16]([i16(0)] * space.encoding.size)
        self._numbers: npt.NDArray[np.int16] = np.frombuffer(memoryview(self._row), dtype=np.int16)
        self.tensor = np.zeros(int(space.encoding.size), np.float32)
        self.dict = {}
        start = 0
        for name, count, _, _ in space.encoding.fields:
            self.dict[name] = self.tensor[start : start + count]
            start += count

    def set_from(self, state: CubileteState, player: int) -> None:
        self.space.encoding.observe(state.position.state, player, self._row, 0)
        self.tensor[:] = self._numbers

    def string_from(self, state: CubileteState, player: int) -> str:
        position = state.position
        view = to_json(self.space.game.rules.view(position.state, player))
        return "\n".join((*position.log, view)) if self.recalls else view


register()
