"""Sentences in the reader's language. English is the language of the code; the others are
catalogs: one for the package, and one in the folder of each game."""

import os
from collections.abc import Iterator
from functools import cache
from importlib import resources

from babel.messages.pofile import read_po

from cubilete.core.errors import CubileteError, Message
from cubilete.core.registry import all_games

LANGUAGES = ("es", "en")


def language_of_environment() -> str:
    """The language that the environment asks for; Spanish and English are known."""
    for variable in ("CUBILETE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(variable, "")[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def say(message: Message, language: str) -> str:
    """A sentence in a language; one that has no translation is said in English."""
    template = catalog(language).get(message.template, message.template)
    values = {
        name: say(value, language) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return template.format_map(values)


def explain(error: CubileteError, language: str) -> str:
    """What an error says, with the number of its rule."""
    sentence = say(error.message, language)
    return f"{sentence} ({error.rule})" if error.rule else sentence


@cache
def catalog(language: str) -> dict[str, str]:
    if language == "en":
        return {}
    return {
        source: translated
        for package in packages()
        for source, translated in read_catalog(package, language)
    }


def packages() -> Iterator[str]:
    yield "cubilete"
    for game in all_games():
        yield type(game).__module__


def read_catalog(package: str, language: str) -> Iterator[tuple[str, str]]:
    path = resources.files(package).joinpath("locale", f"{language}.po")
    if not path.is_file():
        return
    with path.open("rb") as file:
        for message in read_po(file, locale=language):
            if isinstance(message.id, str) and isinstance(message.string, str) and message.id:
                yield message.id, message.string or message.id
