"""Pages from templates, each in the reader's language, each seat its own."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import resources

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup

from cubilete.core.errors import N_, CubileteError, Message
from cubilete.core.record import Event
from cubilete.core.registry import all_games, find_game
from cubilete.core.state import CHANCE
from cubilete.core.view import View
from cubilete.table.table import Table
from cubilete.web.addresses import Address
from cubilete.web.drafts import Draft
from cubilete.words import LANGUAGES, explain, say


@cache
def environment() -> jinja2.Environment:
    """Our own templates, and those in the folder of each game under the game's name."""
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
    )
    env.globals["games"] = all_games()
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

    def page(self, template: str, names: Sequence[str] = (), **context: object) -> str:
        speak = partial(say, language=self.language, names=names)

        def translate(sentence: str, **values: object) -> str:
            return speak(Message(sentence, values))

        return (
            environment()
            .get_template(template)
            .render(
                _=translate,
                say=speak,
                explain=partial(explain, language=self.language),
                reader=self,
                names=names,
                **context,
            )
        )


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
    next_table: Draft | None = None
    """What another game would be played at; its dice are fixed before anybody asks for it."""
    address: Address | None = None
    """Where those who are missing find the table; None once the game has begun."""

    @property
    def view(self) -> View:
        return self.table.game.view(self.table.state, self.seat)

    def picked(self, view: View) -> str:
        """What is previewed, if it is legal."""
        return self.pick if self.pick in view.legal else ""


def stage_of(slug: str) -> str:
    """The template that draws a game; games without one are drawn in plain text."""
    folder = resources.files(type(find_game(slug)).__module__)
    return f"{slug}/table.html" if folder.joinpath("table.html").is_file() else "plain.html"


def style_of(slug: str) -> str:
    """What one game's page alone needs; empty where it needs nothing."""
    path = resources.files(type(find_game(slug)).__module__).joinpath("table.css")
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def table_part(reader: Reader, look: Look) -> str:
    """The inner part of a table's page: what is sent again whenever something changes."""
    table = look.table
    if table.match is None:
        return reader.page(
            "gathering.html", table=table, look=look, fair=fair_panel(reader.language, table)
        )
    view = look.view
    names = table.names()
    both = [*names, "IA"]
    return reader.page(
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
        history=history_of(look)[: -HISTORY - 1 : -1],
        reactions=REACTIONS,
        fair=fair_panel(reader.language, table),
        on=table.last_seen(look.seat),
        key=secrets.token_hex(8),
        stage=stage_of(table.game.slug),
    )


@dataclass(frozen=True)
class Print:
    """What all are shown of a seat's seed."""

    name: str
    fingerprint: str
    own: bool
    """Whether the person brought it."""


def fair_panel(language: str, table: Table) -> Markup:
    """The promise of the dice; empty where people roll their own."""
    if table.plan.real_dice:
        return Markup("")
    seats = tuple(
        Print(seat.name, seat.fingerprint, seat.own_seed) for seat in table.seats if seat.taken
    )
    stage = "over" if table.over else "begun" if table.match is not None else ""
    return fair_html(language, table.plan.table, table.commitment, seats, stage)


@lru_cache(maxsize=2048)
def fair_html(
    language: str, table: str, commitment: str, seats: tuple[Print, ...], stage: str
) -> Markup:
    """It stays the same for a whole game, so it is drawn once."""
    reader = Reader(language, "auto", "")
    # The template escapes what people have written.
    return Markup(
        reader.page("fair.html", table=table, commitment=commitment, seats=seats, stage=stage)
    )


def history_of(look: Look) -> list[Event]:
    """What the seat may know; on a device that is passed round, only what all may know."""
    shared = len(look.mine) > 1
    return [event for event in look.table.seen_by(look.seat) if event.to is None or not shared]


def replay_part(reader: Reader, table: Table, events: Sequence[Event], n: int) -> str:
    """A game after its first `n` events, as somebody who watched saw it."""
    match = table.new_match()
    for event in events[:n]:
        if event.by != "table":
            match.play(CHANCE if event.by == "chance" else int(event.by), event.text)
    view = table.game.view(match.state, None)
    last = events[n - 1] if n else None
    return reader.page(
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
