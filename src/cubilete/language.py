"""Sentences in the reader's language.

English is the language of the code; the other languages are catalogs in `locale/<language>.po`: one
for the package itself, and one beside the words of each game.
"""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from babel.messages.pofile import read_po

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_, Message, SeatName
from cubilete.core.registry import all_games
from cubilete.core.resources import package_folder

LANGUAGES = ("es", "en")


def language_of_environment() -> str:
    """The language that the environment asks for; Spanish and English are known."""
    for variable in ("CUBILETE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(variable, "")[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def say(message: Message, language: str, names: Sequence[str] = ()) -> str:
    """A sentence in a language; one that has no translation is said in English.

    `names` are those of the people in the seats, where they are known.
    """
    template = catalog(language).get(message.template, message.template)
    if not message.values:
        return template.format()
    values: dict[str, object] = {}
    for name, value in message.values.items():
        if isinstance(value, Message):
            values[name] = say(value, language, names)
        elif isinstance(value, SeatName):
            values[name] = seat_name(value, language, names)
        else:
            values[name] = value
    return template.format_map(values)


def seat_name(seat: SeatName, language: str, names: Sequence[str]) -> str:
    if seat.number < len(names):
        return names[seat.number]
    return say(Message(N_("seat {number}"), {"number": seat.number + 1}), language)


def explain(error: CubileteError, language: str) -> str:
    """What an error says, with the number of its rule."""
    sentence = say(error.message, language)
    return f"{sentence} ({error.rule})" if error.rule else sentence


def decimal(value: float, language: str, digits: int = 1, signed: bool = False) -> str:
    """A number as it is written in a language, with a true minus sign and no sign before zero."""
    value = round(value, digits) or 0.0
    text = f"{value:{'+' if signed and value else ''}.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if language == "es" else text


@cache
def catalog(language: str) -> dict[str, str]:
    """The translations of all sentences, of the package and of every installed game."""
    if language == "en":
        return {}
    folders = [resources.files("cubilete"), *(package_folder(game.words) for game in all_games())]
    return {
        source: translated
        for folder in folders
        if folder is not None
        for source, translated in read_catalog(folder, language)
    }


def read_catalog(folder: Traversable, language: str) -> Iterator[tuple[str, str]]:
    path = folder.joinpath("locale", f"{language}.po")
    if not path.is_file():
        return
    with path.open("rb") as file:
        for message in read_po(file, locale=language):
            if isinstance(message.id, str) and isinstance(message.string, str) and message.id:
                yield message.id, message.string or message.id
