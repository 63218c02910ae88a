"""The numbered actions and the observations of a game, for everything that learns to play it.

`find` is where every adapter begins: it checks the options as a table does, and takes the game's
own encoding, or the one for any game. That one is made for trying a new game out: actions are
numbered by their place among the legal ones, and the leaves of the view are hashed into a row.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from librt.vecs import vec
from mypy_extensions import i16, i64

from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.encoding import LARGEST, Encoding
from cubilete.core.parts.rules import Setup
from cubilete.core.registry import find_game
from cubilete.core.state import State
from cubilete.core.view import to_json

ACTIONS_OF_ANY_GAME = 1024
BUCKETS = 256
"""How many numbers an observation of a game without an encoding of its own has."""


@dataclass(frozen=True)
class Space:
    """A game with its setup and its encoding."""

    game: AnyGame
    setup: Setup
    encoding: Encoding

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


class ViewEncoding(Encoding):
    """For any game: what is legal in the order of its notation, and a hashed view."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(ACTIONS_OF_ANY_GAME, [("view", BUCKETS, -LARGEST, LARGEST)])
        self.game = game

    def action(self, state: State, seat: i64, code: i64) -> i64:
        place = state.legal_texts(seat).index(state.text(seat, code))
        if place >= ACTIONS_OF_ANY_GAME:
            raise BadOption(
                "too-many-actions",
                "",
                N_("{game} has more than {most} legal actions here: give it an encoding."),
                game=self.game.name,
                most=ACTIONS_OF_ANY_GAME,
            )
        return place

    def observe(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        known: dict[str, Any] = json.loads(to_json(self.game.rules.view(state, seat)))
        del known["legal"]
        found = [0] * BUCKETS
        add_leaves(found, "", known)
        for place, value in enumerate(found):
            row[start + place] = max(-LARGEST, min(value, LARGEST))


def add_leaves(found: list[int], path: str, value: Json) -> None:
    """Adds numbers to the bucket of their path, and counts texts in a bucket of their own."""
    if isinstance(value, dict):
        for name, inner in value.items():
            add_leaves(found, f"{path}/{name}", inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            add_leaves(found, f"{path}/{place}", inner)
    elif isinstance(value, str):
        found[bucket(f"{path}={value}")] += 1
    elif value is not None:
        found[bucket(path)] += int(value)


def bucket(path: str) -> int:
    return zlib.crc32(path.encode()) % BUCKETS
