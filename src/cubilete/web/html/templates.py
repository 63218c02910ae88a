"""Jinja environments, one for each language, and our drawings.

Each language has its own environment, so that macros speak it without being told. A game's macros
are the template `<slug>/pieces.html`.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import cast

import jinja2
from jinja2.ext import Extension
from markupsafe import Markup

from cubilete.bots.levels import bot_names, usual_bot
from cubilete.bots.positions import has_levels
from cubilete.core.message import N_
from cubilete.core.registry import all_games, find_game
from cubilete.language import explain, listing, say, translated
from cubilete.table.clock import clock_face
from cubilete.table.names import YOU, isolated
from cubilete.web.html.install.version import versioned
from cubilete.web.html.people.comfort import CHOICES, LABELS
from cubilete.web.html.people.faces import ANIMALS, characters, face, faces_style, person_face
from cubilete.web.html.rules_text import rule_link

GENERIC = "generic.html"
"""The macros of a game that has none of its own."""
SENTENCES = 4096
"""How many sentences are kept in each language, with their values."""


@cache
def icon(name: str, class_: str = "icon") -> Markup:
    """One of our drawings."""
    return drawing(f"/s/i.svg#{name}", class_)


@cache
def emblem(slug: str, class_: str = "icon") -> Markup:
    """The small drawing of a game."""
    return drawing(f"/games/{slug}/emblem.svg#emblem", class_)


@cache
def cover(slug: str) -> Markup:
    """The drawing on the box of a game."""
    return drawing(f"/games/{slug}/cover.svg#cover", "")


def drawing(address: str, class_: str) -> Markup:
    attribute = Markup(' class="{}"').format(class_) if class_ else ""
    return Markup('<svg{} aria-hidden="true"><use href="{}"/></svg>').format(attribute, address)


class Unindented(Extension):
    """Templates are indented for their authors; what is sent is not. It names the versions of
    scripts and styles."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return versioned(re.sub(r"(?m)^[ \t]+", "", source))


def game_template(name: str) -> str | None:
    """The source of `<slug>/<file>`, a file in the folder of a game's page."""
    slug, _, file = name.partition("/")
    known = slug in [game.slug for game in all_games()]
    return (find_game(slug).page.file(file) or None) if known else None


@cache
def environment(language: str) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader("cubilete.web.html"),
                jinja2.FunctionLoader(game_template),
            ]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Unindented],
    )

    @lru_cache(SENTENCES)
    def translate(sentence: str, plural: str = "", **values: object) -> str:
        """A sentence; of one with a plural, the value `count` decides which form is said."""
        template, count = N_(sentence, plural), values.get("count")
        template = translated(template, language, count if isinstance(count, int) else None)
        return template.format_map(values) if values else template

    env.globals.update(
        _=translate,
        say=partial(say, language=language),
        listing=partial(listing, language=language),
        explain=partial(explain, language=language),
        icon=icon,
        emblem=emblem,
        cover=cover,
        face=face,
        faces_style=faces_style,
        characters=characters,
        person_face=person_face,
        animals=ANIMALS,
        called_you=YOU,
        comfort_choices=CHOICES,
        comfort_labels=LABELS,
        games=all_games(),
        rule_link=rule_link,
        bot_names=bot_names,
        usual_bot=usual_bot,
        has_hints=has_levels,
    )
    env.filters["isolated"] = isolated
    env.filters["clock_face"] = clock_face
    return env


@cache
def macro(language: str, template: str, name: str) -> Callable[..., str]:
    """A macro as a function. It sees its arguments and the globals, never a page's context."""
    found = getattr(environment(language).get_template(template).module, name)
    return cast(Callable[..., str], found)


@cache
def stage_template(slug: str) -> str:
    """The template that holds the macros of a game's stage."""
    return f"{slug}/pieces.html" if find_game(slug).page.file("pieces.html") else GENERIC
