"""Cubilete: five dice games on one table, to play, to understand and to study.

>>> import cubilete
>>> [game.slug for game in cubilete.all_games()]
['216', 'dizzle', 'pa-fuera', 'seis-dados', 'twenty-one']
"""

# The first import decides whether the others are loaded compiled or as source.
from cubilete._source import compiled
from cubilete._version import VERSION
from cubilete.core.check import GameFault, check_game
from cubilete.core.errors import (
    BadMaterial,
    BadOption,
    BadRecord,
    CubileteError,
    IllegalAction,
    ImpossibleOutcome,
    UnknownGame,
)
from cubilete.core.game import About, AnyGame, Game
from cubilete.core.match import Match, replay
from cubilete.core.message import N_, Dice, Listing, Message, Say, SeatName, plain_dice
from cubilete.core.parts.chronicle import Chronicle, Line, RoundsOfTurns, Told
from cubilete.core.parts.outcome_form import OutcomeForm
from cubilete.core.parts.page import Page, Scene
from cubilete.core.parts.policy import Bot, Policy, RandomBot
from cubilete.core.parts.rules import Option, OptionValue, Rules, Setup
from cubilete.core.parts.study import Piece, Study, Use
from cubilete.core.parts.words import Words
from cubilete.core.record import Event, Record, read_record
from cubilete.core.registry import all_games, find_game
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, EVERYBODY, OVER, SEATS, TABLE, State, unreadable
from cubilete.core.view import View, basics

__version__ = VERSION

__all__ = [
    "CHANCE",
    "EVERYBODY",
    "N_",
    "OVER",
    "SEATS",
    "TABLE",
    "About",
    "AnyGame",
    "BadMaterial",
    "BadOption",
    "BadRecord",
    "Bot",
    "Chronicle",
    "CubileteError",
    "Dice",
    "Event",
    "Game",
    "GameFault",
    "IllegalAction",
    "ImpossibleOutcome",
    "Line",
    "Listing",
    "Match",
    "Message",
    "Option",
    "OptionValue",
    "OutcomeForm",
    "Page",
    "Piece",
    "Policy",
    "RandomBot",
    "Record",
    "Rng",
    "RoundsOfTurns",
    "Rules",
    "Say",
    "Scene",
    "SeatName",
    "Setup",
    "State",
    "Study",
    "Told",
    "UnknownGame",
    "Use",
    "View",
    "Words",
    "all_games",
    "basics",
    "check_game",
    "compiled",
    "find_game",
    "plain_dice",
    "read_record",
    "replay",
    "unreadable",
]
