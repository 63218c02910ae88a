"""Pages, as far as they can be checked without a browser or a web library.

`TrialScene` stands for the scene of the server. It draws no macro: a piece becomes an element with
the macro's name and values, so that two stages can be compared. A page that needs packages which
are not installed is not checked; a warning says so.
"""

import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from html.parser import HTMLParser
from xml.etree import ElementTree

from cubilete.core.check.fault import GameFault, guarded, hold
from cubilete.core.check.sentences import Sentences
from cubilete.core.game import AnyGame
from cubilete.core.match import Match, Story
from cubilete.core.message import Message
from cubilete.core.parts.chronicle import Told
from cubilete.core.parts.outcome_form import OutcomeForm
from cubilete.core.parts.page import Page
from cubilete.core.record import Event
from cubilete.core.state import CHANCE
from cubilete.core.view import View

WEB_PACKAGES = frozenset(("fastapi", "jinja2", "markdown_it", "markupsafe", "starlette"))
RAW = "<i>&"
"""Stands in every name and sentence: it must not get into HTML as it is."""
VOID = frozenset(("br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
"""Elements without an end tag."""
EVENTS_SHOWN = 8


def load_page(game: AnyGame) -> Page[View] | None:
    """The page of a game; None where the packages that it needs are not installed."""
    try:
        page: Page[View] = game.page
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in WEB_PACKAGES:
            raise GameFault(f"the page can't be loaded: {error}") from error
        warnings.warn(f"the page of {game.slug} is not checked: {error}", stacklevel=3)
        return None
    except Exception as error:
        raise GameFault(f"the page can't be loaded: {error}") from error
    for name in ("cover.svg", "emblem.svg"):
        drawing = page.file(name)
        if drawing:
            with guarded(f"reading {name}"):
                ElementTree.fromstring(drawing)
    return page


@dataclass
class TrialScene:
    """One position as one viewer sees it."""

    view: View
    seat: int | None
    names: tuple[str, ...]
    picked: str
    over: bool
    shares_device: bool
    history: Sequence[Event]
    outcomes: Sequence[Event]
    game: AnyGame
    macros: frozenset[str]
    """Those of the game's pieces.html; empty where the server's own are used."""
    details: bool
    summed_up: bool
    story: Story
    open_ended: bool = field(default=False)
    """Whether fragments were used: they may be opening tags, so the stage can't be balanced."""

    @cached_property
    def told(self) -> Sequence[Told]:
        return self.story.told_to(self.seat)

    def piece(self, macro: str, *values: object) -> str:
        return self._draw("piece", macro, values)

    def pieces(self, macro: str, rows: Iterable[tuple[object, ...]]) -> list[str]:
        return [self.piece(macro, *row) for row in rows]

    def fragment(self, macro: str, *values: object) -> str:
        self.open_ended = True
        return self._draw("fragment", macro, values)

    def say(self, message: Message) -> str:
        return f"{message}{RAW}"

    def offer(self, text: str) -> str:
        return self.say(self.game.words.offer(self.view, text))

    def form(self, attributes: str = "", verb: str = "") -> str:
        hold(self.seat is not None, "stage() makes a form for a spectator")
        return f'<form {attributes} data-verb="{escape(verb)}">'

    def _draw(self, kind: str, macro: str, values: tuple[object, ...]) -> str:
        try:
            hash(values)
        except TypeError as error:
            raise GameFault(f"stage(): the values of {macro} can't be hashed: {error}") from error
        known = not self.macros or macro in self.macros
        hold(known, f"stage(): pieces.html has no macro {macro}")
        return f'<span class="{kind} {escape(macro)}">{escape(repr(values))}</span>'


class Balance(HTMLParser):
    """Whether every element is closed, and in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fault = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.open and self.open[-1] == tag:
            self.open.pop()
        elif not self.fault:
            self.fault = f"</{tag}> closes nothing"


def check_html(html: str) -> None:
    hold(RAW not in html, "stage() writes a name or a sentence without escaping it")
    parser = Balance()
    parser.feed(html)
    parser.close()
    fault = parser.fault or (f"<{parser.open[-1]}> is not closed" if parser.open else "")
    hold(not fault, f"stage() gives HTML that is not balanced: {fault}")


class Stages:
    """Draws stages of one game on its page."""

    def __init__(self, game: AnyGame, page: Page[View]) -> None:
        self.game = game
        self.page = page
        own = type(page).stage is not Page.stage
        pieces = page.file("pieces.html") if own else ""
        self.macros = frozenset(re.findall(r"\bmacro\s+(\w+)\s*\(", pieces))
        self.story: tuple[Match, Story] | None = None
        """Of the match that was drawn last."""

    def check(self, match: Match, views: list[View]) -> None:
        """`views` are those of a spectator and of every seat. Nothing is picked at first; then
        something that a seat may do."""
        outside = self.draw(match, views[0])
        for view in views[1:]:
            drawn = self.draw(match, view)
            if self.page.same_for_viewers and not view.legal:
                hold(
                    drawn == self.draw(match, views[0]) == outside,
                    f"same_for_viewers is true, but seat {view.seat} sees another stage",
                )
            if view.legal:
                self.draw(match, view, picked=view.legal[-1])
                self.check_marks(view)
        self.draw(match, views[-1], over=True)

    def check_marks(self, view: View) -> None:
        """What hints mark can be said of every action."""
        with guarded("choice_form()"):
            form = self.page.choice_form(view)
        hold(isinstance(form, str), "choice_form() is not the id of a form")
        for text in (view.legal[0], view.legal[-1]):
            with guarded(f"elements() of “{text}”"):
                found = self.page.elements(view, text)
            hold(
                isinstance(found, tuple) and all(isinstance(each, str) for each in found),
                "elements() is not a tuple of CSS selectors",
            )

    def story_of(self, match: Match) -> Story:
        """It is told on from position to position: telling it anew each time takes most of the
        time of a check in long games."""
        if self.story is None or self.story[0] is not match:
            with guarded("words.chronicle()"):
                self.story = match, Story(match, match.players)
        return self.story[1]

    def draw(self, match: Match, view: View, picked: str = "", over: bool = False) -> str:
        history = match.last_events(view.seat, EVENTS_SHOWN)
        scene = TrialScene(
            view=view,
            seat=view.seat,
            names=tuple(f"{name}{RAW}" for name in match.players),
            picked=picked,
            over=over or match.state.over,
            shares_device=over,
            history=history,
            outcomes=[event for event in history[:1] if event.by == "chance"],
            game=self.game,
            macros=self.macros,
            story=self.story_of(match),
            details=over,
            summed_up=over,
        )
        with guarded("stage()"):
            html = "".join(self.page.stage(scene))
        if scene.open_ended:
            hold(RAW not in html, "stage() writes a name or a sentence without escaping it")
        else:
            check_html(html)
        return html


# --- The form for people's own dice ---


def check_outcome_form(page: Page[View], match: Match, code: int, sentences: Sentences) -> None:
    """Any outcome can be said by people who roll their own dice, in any order of the dice."""
    state = match.state
    with guarded("outcome_form()"):
        form = page.outcome_form(match.view(None), state.draws(), match.players)
    if form is None or not match.game.rules.real_dice:
        return
    check_questions(form, len(match.players), sentences)
    text = state.text(CHANCE, code)
    hold(form.offers(text), f"outcome_form() does not offer “{text}”")
    if form.rows[0].sides[0].face:
        mixed = form.text(text.split(" ")[:0:-1])
        with guarded(f"reading “{mixed}”"):
            hold(state.parse(CHANCE, mixed) == code, f"“{mixed}” is not read as “{text}”")


def check_questions(form: OutcomeForm, seats: int, sentences: Sentences) -> None:
    hold(bool(form.rows) and all(row.sides for row in form.rows), "outcome_form() asks nothing")
    messages = [form.ask, *(row.label for row in form.rows)]
    messages += [side.label for row in form.rows for side in row.sides]
    for message in messages:
        sentences.check(message, "outcome_form()", seats=seats)
