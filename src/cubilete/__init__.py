"""Cubilete: five dice games on one table, to play, to understand and to study.

>>> import cubilete
>>> [game.slug for game in cubilete.all_games()]
['216', 'dizzle', 'pa-fuera', 'seis-dados', 'twenty-one']
"""

# The first import decides whether the others are loaded compiled or as source.
from cubilete._source import compiled
from cubilete._version import VERSION
from cubilete.core.check import check_game
from cubilete.core.errors import (
    BadMaterial,
    BadOption,
    BadRecord,
    CubileteError,
    IllegalAction,
    ImpossibleOutcome,
    UnknownGame,
)
from cubilete.core.game import Game, Option
from cubilete.core.match import Match, replay
from cubilete.core.record import Record, read_record
from cubilete.core.registry import all_games, find_game
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, OVER, SEATS, TABLE, State

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
    "compiled",
    "find_game",
    "read_record",
    "replay",
]
