"""An encoding for any game, for trying a new one out.

Actions are numbered by their place among the legal ones, so a number means another decision in
another position. The leaves of the view are hashed into a row of buckets.
"""

import json
import zlib
from typing import Any

from librt.vecs import vec
from mypy_extensions import i16, i64

from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.json_types import Json
from cubilete.core.message import N_
from cubilete.core.parts.encoding import LARGEST, Encoding
from cubilete.core.state import State
from cubilete.core.view import to_json

MOST_ACTIONS = 1024
BUCKETS = 256
"""How many numbers an observation of a game without an encoding of its own has."""


class ViewEncoding(Encoding):
    """For any game: what is legal in the order of its notation, and a hashed view."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(MOST_ACTIONS, [("view", BUCKETS, -LARGEST, LARGEST)])
        self.game = game

    def action(self, state: State, seat: i64, code: i64) -> i64:
        place = state.legal_texts(seat).index(state.text(seat, code))
        if place >= MOST_ACTIONS:
            raise BadOption(
                "too-many-actions",
                "",
                N_("{game} has more than {most} legal actions here: give it an encoding."),
                game=self.game.name,
                most=MOST_ACTIONS,
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
