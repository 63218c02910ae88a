"""Bots by name: the levels of a game, its own bots, or a class of any installed module."""

import importlib
import inspect
from collections.abc import Callable
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
    bot: Bot[Any] = class_of(name)()
    if not callable(getattr(bot, "choose", None)):
        raise not_a_bot(name)
    return bot


def class_of(name: str) -> Callable[[], Any]:
    """What `module:Class` names, if it can be called without arguments."""
    module, _, attribute = name.partition(":")
    try:
        maker: Callable[[], Any] | None = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(
            "no-such-bot", "", N_("There is no bot {bot}: {reason}."), bot=name, reason=error
        ) from error
    if not callable(maker):
        raise not_a_bot(name)
    try:
        inspect.signature(maker).bind()
    except (TypeError, ValueError) as error:
        raise BadOption(
            "bot-with-arguments",
            "",
            N_("{bot} must be callable without arguments: {reason}."),
            bot=name,
            reason=error,
        ) from error
    return maker


def not_a_bot(name: str) -> BadOption:
    return BadOption(
        "not-a-bot",
        "",
        N_("{bot} is not a bot: it needs a method choose(view, rng)."),
        bot=name,
    )
