"""Sentences in the reader's language.

English is the language of the code; the other languages are catalogs in `locale/<language>.po`: one
for the package itself, and one beside the words of each game.
"""

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from babel import Locale
from babel.lists import format_list

from cubilete.core.errors import CubileteError
from cubilete.core.message import (
    N_,
    Catalog,
    Listing,
    Message,
    PluralTemplate,
    SeatName,
    parse_catalog,
)
from cubilete.core.registry import all_games
from cubilete.core.resources import package_folder

LANGUAGES = ("es", "en")
LOCALES = {"es": "es", "en": "en_GB"}
"""British English has no comma before the last name of a list."""
SOUNDS_LIKE_Y = re.compile(r"\W*(?:h?í|h?i(?![aeouáéóú])|y[bcdfgklmnpqrstvz])", re.IGNORECASE)
"""Words before which the Spanish «y» is «e»: «e Inés», «e Higinio», but «y Ian», «y hielo»."""


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
    template = translated(message.template, language, message.count)
    if not message.values and message.count is None:
        return template.format()
    values = {name: said(value, language, names) for name, value in message.values.items()}
    if message.count is not None:
        values["count"] = message.count
    return template.format_map(values)


# Not a function within `say`: one that calls itself is garbage that only the collector finds, and
# sentences are said hundreds of times a second.
def said(value: object, language: str, names: Sequence[str]) -> object:
    """A value of a message as it is said."""
    if isinstance(value, Message):
        return say(value, language, names)
    if isinstance(value, SeatName):
        return seat_name(value, language, names)
    if isinstance(value, Listing):
        return LocalListing([said(thing, language, names) for thing in value.things], language)
    return value


def translated(template: str, language: str, count: int | None = None) -> str:
    """The template in a language, in its form for so many things."""
    template = catalog(language).get(template, template)
    if isinstance(template, PluralTemplate) and count is not None:
        return template if plural_form(count, language) == "one" else template.plural
    return template


@cache
def locale_of(language: str) -> Locale:
    return Locale.parse(LOCALES[language])


@lru_cache
def plural_form(count: int, language: str) -> str:
    """The name of a plural form in CLDR: Spanish and English have a form of their own for one."""
    return locale_of(language).plural_form(count)


def listing(things: Iterable[object], language: str) -> "LocalListing":
    """Things as a list in a language: «Ana, Luis e Inés»."""
    return LocalListing(things, language)


class LocalListing(Listing):
    """A list in a language."""

    def __init__(self, things: Iterable[object], language: str) -> None:
        super().__init__(things)
        self.language = language

    def joined(self, things: list[str]) -> str:
        text = format_list(things, locale=locale_of(self.language))
        if self.language == "es" and len(things) > 1 and SOUNDS_LIKE_Y.match(things[-1]):
            return f"{text.removesuffix(f' y {things[-1]}')} e {things[-1]}"
        return text


def seat_name(seat: SeatName, language: str, names: Sequence[str]) -> str:
    if seat.number < len(names):
        return names[seat.number]
    return say(Message(N_("seat {number}"), {"number": seat.number + 1}), language)


def capital(text: str) -> str:
    """The text with a capital first letter, where a sentence begins with “the AI” or “seat 2”."""
    return text[:1].upper() + text[1:]


def explain(error: CubileteError, language: str, names: Sequence[str] = ()) -> str:
    """What an error says, with the number of its rule; `names` as for `say`."""
    sentence = say(error.message, language, names)
    return f"{sentence} ({error.rule})" if error.rule else sentence


def decimal(value: float, language: str, digits: int = 1, signed: bool = False) -> str:
    """A number as it is written in a language, with a true minus sign and no sign before zero."""
    value = round(value, digits) or 0.0
    text = f"{value:{'+' if signed and value else ''}.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if language == "es" else text


@cache
def catalog(language: str) -> Catalog:
    """The translations of all sentences, of the package and of every installed game."""
    found: Catalog = {}
    if language == "en":
        return found
    for folder in [
        resources.files("cubilete"),
        *(package_folder(game.words) for game in all_games()),
    ]:
        if folder is not None:
            found |= read_catalog(folder, language)
    return found


def read_catalog(folder: Traversable, language: str) -> Catalog:
    """The translations of the sentences of one package."""
    path = folder.joinpath("locale", f"{language}.po")
    return parse_catalog(path.read_bytes(), language) if path.is_file() else {}
