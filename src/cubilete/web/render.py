"""Pages from templates, each in the reader's language, each seat its own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from itertools import islice

import jinja2
from jinja2.ext import Extension
from markdown_it import MarkdownIt
from markupsafe import Markup

from cubilete.core.errors import N_, CubileteError, Message
from cubilete.core.match import Match
from cubilete.core.record import By, Event
from cubilete.core.registry import all_games, find_game
from cubilete.core.state import CHANCE
from cubilete.core.view import View
from cubilete.table.table import Table
from cubilete.web.pieces import Part, memo, memo_each, piece, plain
from cubilete.words import LANGUAGES, catalog, explain, say


class Context(jinja2.runtime.Context):
    """Calls what a template calls, and no more: none of our functions asks for the context."""

    def call(self, function: Callable[..., object], /, *values: object, **named: object) -> object:
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        return function(*values, **named)


class Unindented(Extension):
    """Templates are indented for those who write them; what is sent is not."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"(?m)^[ \t]+", "", source)


@cache
def environment(language: str) -> jinja2.Environment:
    """Our own templates, and those in the folder of each game under the game's name.

    Each language has its own, so that macros speak it without being told.
    """
    folders: dict[str, jinja2.BaseLoader] = {
        game.slug: jinja2.PackageLoader(type(game).__module__, "") for game in all_games()
    }
    env = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.PackageLoader("cubilete.web"), jinja2.PrefixLoader(folders)]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Unindented],
    )
    env.context_class = Context
    speak = partial(say, language=language)

    sentences = catalog(language)

    def translate(sentence: str, **values: object) -> str:
        if values:
            return speak(Message(sentence, values))
        return sentences.get(sentence, sentence)

    env.filters.update(piece=piece, tuple=tuple)
    env.globals.update(
        _=translate,
        say=speak,
        explain=partial(explain, language=language),
        games=all_games(),
        memo=memo,
        memo_each=memo_each,
        plain=plain,
    )
    return env


HISTORY = 40
"""How many events the history shows, the latest first."""
REACTIONS = (N_("Well played!"), N_("What luck!"), N_("Oof…"))


@dataclass(frozen=True)
class Reader:
    """Whom a page is for."""

    language: str
    theme: str
    form_token: str

    def explain(self, error: CubileteError) -> str:
        return explain(error, self.language)

    def page(self, template: str, **context: object) -> str:
        return environment(self.language).get_template(template).render(reader=self, **context)


@dataclass(frozen=True)
class Look:
    """What somebody sees of a table: their seat, and what they are about to do."""

    table: Table
    mine: tuple[int, ...]
    """The seats of this person; several on one device."""
    seat: int | None
    pick: str = ""
    absent: tuple[int, ...] = ()
    """The people who have no page of this table open."""

    @property
    def view(self) -> View:
        return self.table.view(self.seat)

    def picked(self, view: View) -> str:
        """What is previewed, if it is legal."""
        return self.pick if self.pick in view.legal else ""


@cache
def stage_of(slug: str) -> str:
    """The template that draws a game; games without one are drawn in plain text."""
    folder = resources.files(type(find_game(slug)).__module__)
    return f"{slug}/table.html" if folder.joinpath("table.html").is_file() else "plain.html"


@cache
def style_of(slug: str) -> str:
    """What one game's page alone needs; empty where it needs nothing."""
    path = resources.files(type(find_game(slug)).__module__).joinpath("table.css")
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def table_part(reader: Reader, look: Look) -> Part:
    """The inner part of a table's page: what is sent again whenever something changes."""
    table = look.table
    if table.match is None:
        return Part(reader.page("gathering.html", table=table, look=look))
    view = look.view
    names = table.names()
    both = [*names, "IA"]
    history = history_of(table.match, look)
    text = reader.page(
        "game.html",
        table=table,
        game=table.game,
        look=look,
        view=view,
        legal=frozenset(view.legal),
        picked=look.picked(view),
        names=names,
        winners=[both[min(seat, len(names))] for seat in view.winners],
        waiting_names=[names[seat] for seat in view.to_act],
        history=history,
        log=[(table.game, who(names, event.by), event.by, event.text) for event in history],
        reactions=REACTIONS,
        promise="" if table.plan.real_dice else table.dice().promise()["commitment"],
        on=table.last_seen(look.seat),
        # What is done twice on one page is done once: see `move_key`.
        key=f"{look.seat}.{table.revision}",
        stage=stage_of(table.game.slug),
    )
    return Part(text)


def who(names: Sequence[str], by: By) -> str:
    return names[by] if isinstance(by, int) else ""


def history_of(match: Match, look: Look) -> list[Event]:
    """What the seat may know, the latest first; on a device that is passed round, only what all
    may know."""
    seat = None if len(look.mine) > 1 else look.seat
    return list(islice(match.latest(seat), HISTORY))


def replay_part(reader: Reader, table: Table, events: Sequence[Event], n: int) -> Part:
    """A game after its first `n` events, as somebody who watched saw it."""
    match = table.new_match()
    for event in events[:n]:
        if event.by != "table":
            match.play(CHANCE if event.by == "chance" else int(event.by), event.text)
    view = table.game.view(match.state, None)
    last = events[n - 1] if n else None
    text = reader.page(
        "replay-part.html",
        table=table,
        game=table.game,
        look=Look(table, (), None),
        view=view,
        legal=frozenset(),
        picked="",
        names=table.names(),
        on=0,
        key="",
        n=n,
        most=len(events),
        last=last,
        history=[event for event in events[:n] if event.to is None][: -HISTORY - 1 : -1],
        stage=stage_of(table.game.slug),
    )
    return Part(text)


def seat_to_show(table: Table, mine: tuple[int, ...], asked: int | None) -> int | None:
    """Of several seats on one device, the one asked for, or the one that may act."""
    if asked in mine:
        return asked
    if table.match is not None:
        for seat in table.match.state.to_act:
            if seat in mine:
                return seat
    return mine[0] if mine else None


@cache
def rules_html(slug: str, language: str) -> Markup:
    if language not in LANGUAGES:
        language = "es"
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    # Raw HTML is off, so what comes out is ours.
    return Markup(markdown.render(find_game(slug).rules(language)))
