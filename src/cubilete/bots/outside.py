"""Bots by name: the levels of a game, its own bots, or a class of any installed module."""

import importlib
from typing import Any

from cubilete.bots.levels import make_bot
from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.message import N_
from cubilete.core.parts.policy import Bot
from cubilete.core.parts.rules import Setup


def find_bot(game: AnyGame, setup: Setup, name: str, share: float = 1.0) -> Bot[Any]:
    """The bot of this name; `module:Class` is called without arguments. Levels that search have
    this share of their playouts."""
    if ":" not in name:
        return make_bot(game, setup, name, share)
    module, _, attribute = name.partition(":")
    try:
        maker = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(
            "no-such-bot", "", N_("There is no bot {bot}: {reason}."), bot=name, reason=error
        ) from error
    bot: Bot[Any] = maker()
    return bot
