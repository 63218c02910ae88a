"""Sentences and rule numbers: whether they can be said in every language and looked up.

English is in the code. The other languages are the game's catalogs, `locale/<language>.po`.
"""

import re
from functools import cache
from string import Formatter

from cubilete.core.check.fault import GameFault, guarded, hold
from cubilete.core.errors import CubileteError
from cubilete.core.game import SEATS_AT_MOST, AnyGame
from cubilete.core.message import Catalog, Listing, Message, PluralTemplate, SeatName, parse_catalog
from cubilete.core.parts.words import RULES_LANGUAGES
from cubilete.core.resources import package_folder


class Sentences:
    """The languages of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.catalogs: dict[str, Catalog] = {"en": {}, **catalogs_of(game)}
        self.rules: dict[str, str] = {}
        for language in RULES_LANGUAGES:
            with guarded(f"words.rules({language!r})"):
                self.rules[language] = game.words.rules(language)
        self._known: set[tuple[str, str, str]] = set()
        """Code, rule and template of the errors that have been checked already."""

    def check(
        self, message: Message, source: str, *, empty: bool = True, seats: int = SEATS_AT_MOST
    ) -> None:
        """Says a message in every language. `source` names the call that gave it."""
        if not isinstance(message, Message):
            raise GameFault(f"{source} gives {message!r}, which is not a Message")
        for language in self.catalogs:
            with guarded(f"{source}: saying “{message.template}” in “{language}”"):
                said = self.say(message, language, seats)
            hold(empty or bool(said.strip()), f"{source} gives no words")
            hold(said.isprintable(), f"{source} gives {said!r}, which has control characters")

    def say(self, message: Message, language: str, seats: int = SEATS_AT_MOST) -> str:
        template = self.catalogs[language].get(message.template, message.template)
        if isinstance(message.template, PluralTemplate) and message.count is None:
            raise GameFault(f"“{message.template}” has a plural, but the message has no count")

        def said(value: object) -> object:
            if isinstance(value, Message):
                return self.say(value, language, seats)
            if isinstance(value, Listing):
                return Listing(map(said, value.things))
            if isinstance(value, SeatName) and not 0 <= value.number < seats:
                raise GameFault(f"“{message.template}” names seat {value.number}: there is none")
            return value

        values = {name: said(value) for name, value in message.values.items()}
        return str(Message(template, values, message.count))

    def check_rule(self, number: str, source: str) -> None:
        """A number that people are told stands in the rules that they can read."""
        if not number:
            return
        for language, text in self.rules.items():
            found = not text or stands_in(text, number)
            hold(found, f"{source} names rule {number}, which is not in the rules in “{language}”")

    def check_error(self, error: CubileteError) -> None:
        """A refusal has a code, a sentence and a rule that there is."""
        kind = (error.code, error.rule, error.message.template)
        if kind in self._known:
            return
        self._known.add(kind)
        hold(bool(error.code), f"the refusal “{error}” has no code")
        self.check(error.message, f"the refusal {error.code}", empty=False)
        self.check_rule(error.rule, f"the refusal {error.code}")


@cache
def stands_in(text: str, number: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(number)}(?![\w-])", text) is not None


def catalogs_of(game: AnyGame) -> dict[str, Catalog]:
    """The catalogs beside the game's words. Each translation has the places of its template."""
    folder = package_folder(game.words)
    locale = folder.joinpath("locale") if folder is not None else None
    found: dict[str, Catalog] = {}
    if locale is None or not locale.is_dir():
        return found
    for path in sorted(locale.iterdir(), key=lambda each: each.name):
        if path.name.endswith(".po"):
            with guarded(f"reading locale/{path.name}"):
                found[path.name.removesuffix(".po")] = parse_catalog(path.read_bytes())
    for language, catalog in found.items():
        for template, translated in catalog.items():
            known = set().union(*map(places, forms_of(template)))
            for form in forms_of(translated):
                hold(
                    places(form) <= known,
                    f"locale/{language}.po: “{form}” has places that “{template}” does not fill",
                )
    return found


def forms_of(template: str) -> tuple[str, ...]:
    """Singular and plural; or the one form that there is."""
    return (template, template.plural) if isinstance(template, PluralTemplate) else (template,)


def places(template: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
