"""Cubilete: five dice games on one table, to play, to understand and to study.

>>> import cubilete
>>> [game.slug for game in cubilete.all_games()]
['216', 'dizzle', 'pa-fuera', 'seis-dados', 'twenty-one']
"""

from cubilete import _source
from cubilete._version import VERSION

_source.install_if_asked()

from cubilete.core.check import check_game  # noqa: E402
from cubilete.core.errors import (  # noqa: E402
    BadMaterial,
    BadOption,
    BadRecord,
    CubileteError,
    IllegalAction,
    ImpossibleOutcome,
    UnknownGame,
)
from cubilete.core.game import Game, Option  # noqa: E402
from cubilete.core.match import Match, replay  # noqa: E402
from cubilete.core.record import Record, read_record  # noqa: E402
from cubilete.core.registry import find_game, games  # noqa: E402
from cubilete.core.rng import Rng  # noqa: E402
from cubilete.core.state import CHANCE, OVER, SEATS, TABLE, State  # noqa: E402

__version__ = VERSION

__all__ = [
    "CHANCE",
    "OVER",
    "SEATS",
    "TABLE",
    "BadMaterial",
    "BadOption",
    "BadRecord",
    "CubileteError",
    "Game",
    "IllegalAction",
    "ImpossibleOutcome",
    "Match",
    "Option",
    "Record",
    "Rng",
    "State",
    "UnknownGame",
    "all_games",
    "check_game",
    "find_game",
    "read_record",
    "replay",
]
