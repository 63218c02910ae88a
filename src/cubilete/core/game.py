"""A game: an object with five parts, of which only the rules are required.

    GAME = Game(
        about=About(slug="pig", name="Pig", players=range(2, 5), minutes=10, credit="John Scarne"),
        rules=PigRules(),    # Rules[Pig, PigView]: setup, options, material, start, view
        words=PigWords(),    # Words[PigView]: what people read; default: the notation
        page=load_page,      # returns Page[PigView]: how it looks; default: a tidy list
        policy=PigPolicy(),  # Policy[Pig, PigView]: what bots know; default: nothing
        study=PigStudy(),    # Study[Pig]: features and uses for tables; default: none
    )

A package offers its game by an entry point of the group `cubilete.games`. `page` is a function
because a page may need packages that only the web server has: it is called when a page is drawn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

from cubilete.core.datafile import DataFile
from cubilete.core.errors import BadMaterial, BadOption
from cubilete.core.json_types import JsonObject, is_whole
from cubilete.core.message import N_
from cubilete.core.parts.page import Page
from cubilete.core.parts.policy import Policy
from cubilete.core.parts.rules import OptionValue, Rules, S, Setup
from cubilete.core.parts.study import Study
from cubilete.core.parts.words import Words
from cubilete.core.view import V

SEATS_AT_MOST = 16
"""Audiences are bit sets and pages have colours for so many seats."""


@dataclass(frozen=True)
class About:
    """What a game is called, how many play it and how long."""

    slug: str
    """Its name in addresses, commands and records: lower case, no blanks."""
    name: str
    players: range
    minutes: int
    credit: str = ""
    """Authors and publisher."""


class Game(Generic[S, V]):
    """One of the games; typed by its own state and view."""

    def __init__(
        self,
        about: About,
        rules: Rules[S, V],
        words: Words[V] | None = None,
        page: Callable[[], Page[V]] | None = None,
        policy: Policy[S, V] | None = None,
        study: Study[S] | None = None,
    ) -> None:
        self.about = about
        self.rules = rules
        self.words: Words[V] = Words() if words is None else words
        self.policy: Policy[S, V] = Policy() if policy is None else policy
        self.study: Study[S] = Study() if study is None else study
        self._load_page = page

    @cached_property
    def page(self) -> Page[V]:
        """How it looks; loaded when it is first asked for."""
        return Page() if self._load_page is None else self._load_page()

    @property
    def slug(self) -> str:
        """Its name in addresses, commands and records."""
        return self.about.slug

    @property
    def name(self) -> str:
        """What people call it."""
        return self.about.name

    def setup(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        material: JsonObject | None = None,
    ) -> Setup:
        """Checks what a game shall start from; our own material where none is given."""
        if not is_whole(players) or players not in self.about.players:
            raise BadOption(
                "bad-players",
                self.rules.players_rule,
                N_("{game} is for {least} to {most} players."),
                game=self.name,
                least=self.about.players[0],
                most=self.about.players[-1],
            )
        checked = self._check_each(options or {}, players)
        checked = self.rules.check_options(players, checked, own_material=material is not None)
        if material is None:
            material = self.rules.default_material(checked)
        else:
            self.rules.check_material(material)
        defaults = {
            option.name: option.default
            for option in self.rules.options
            if option.default is not None
        }
        return Setup(players, checked, material, defaults | checked)

    def _check_each(self, options: Mapping[str, object], players: int) -> dict[str, OptionValue]:
        known = {option.name: option for option in self.rules.options}
        checked: dict[str, OptionValue] = {}
        for name, value in options.items():
            if name not in known:
                raise BadOption(
                    "unknown-option",
                    "",
                    N_("{game} has no option {option}."),
                    game=self.name,
                    option=name,
                )
            option = known[name]
            checked[name] = option.check(value)
            if option.solo and players > 1 and checked[name] != option.default:
                raise option.wrong(N_("{option} is only for playing alone."))
        return checked

    def material_from(self, data: DataFile) -> JsonObject:
        """The material that a person's file means, checked; a file for another game is refused."""
        if data.game != self.slug:
            raise BadMaterial(
                "other-game",
                "",
                (),
                N_("This file is for {other}, not for {game}."),
                other=data.game,
                game=self.slug,
            )
        return self.rules.read_material(data)

    def new(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        material: JsonObject | None = None,
    ) -> S:
        """The first position of a game."""
        return self.rules.start(self.setup(players, options, material))


AnyGame = Game[Any, Any]
"""A game whose state and view are not known here, as the registry returns it. States and views
of one game are only ever handed back to the same game."""
