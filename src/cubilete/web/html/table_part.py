"""Pages from templates, each in the reader's language, each seat its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from itertools import dropwhile, islice, takewhile
from math import ceil
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.core.outcome_form import OutcomeForm
from cubilete.core.record import By, Event
from cubilete.core.registry import find_game
from cubilete.core.view import View
from cubilete.table.plan import BOT
from cubilete.table.table import Table
from cubilete.web.addresses import Address
from cubilete.web.drafts import Draft
from cubilete.web.pieces import Chunks, Part, memo, memo_each
from cubilete.web.rules import rule_text
from cubilete.web.templating import environment, macro
from cubilete.language import explain, say

HISTORY = 30
"""How many events the history shows, the latest first."""
LOGS: WeakKeyDictionary[Table, dict[str, tuple[list[Event], Chunks]]] = WeakKeyDictionary()
"""The last history that was drawn of each table, in each language."""
STAGES: WeakKeyDictionary[Table, dict[str, tuple[int, Chunks]]] = WeakKeyDictionary()
"""What onlookers saw last, and in which revision, where it is the same for all of them."""
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
        """A page; `names` are those of the people whom its sentences speak of."""
        return self.part(template, names, **context).whole

    def part(self, template: str, names: Sequence[str] = (), **context: object) -> Part:
        """The same in its pieces."""
        if names:
            context["say"] = partial(say, language=self.language, names=names)
        found = environment(self.language).get_template(template)
        return Part(found.generate(reader=self, names=names, **context))


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
    answers: tuple[str, ...] = ()
    """What was said of dice that people rolled, where it could not be taken."""
    complaint: str = ""
    asked: tuple[int, ...] = ()
    """Who is to take the device that several people share; until then no seat is shown."""
    others: tuple[int, ...] = ()
    """To whom the device can be passed."""
    elapsed: float = 0.0
    """Seconds for which those who must decide have been thinking, where there is a clock."""
    next_table: Draft | None = None
    """What another game would be played at; its dice are fixed before anybody asks for it."""
    address: Address | None = None
    """Where those who are missing find the table; None once the game has begun."""

    @property
    def view(self) -> View:
        return self.table.view(self.seat)

    def picked(self, view: View) -> str:
        """What is previewed, if it is legal."""
        return self.pick if self.pick in view.legal else ""


def pad_of(table: Table, view: View) -> OutcomeForm | None:
    """What people who roll their own dice are asked now; None also where the game leaves them
    to write the notation."""
    if not table.awaits_real_dice():
        return None
    return table.game.fall_form(view, table.state.draws(), table.names())


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
        return reader.part("gathering.html", table=table, look=look, promise=promise_of(table))
    history = list(islice(table.match.latest(look.seat), HISTORY))
    fallen = latest_falls(history)
    view = look.view
    names = tuple(table.names())
    both = [*names, "IA"]
    rule = table.game.rule_now(view)
    context = {
        "table": table,
        "game": table.game,
        "look": look,
        "view": view,
        "legal": frozenset(view.legal),
        "picked": look.picked(view),
        "history": history,
        "fallen": fallen,
        "on": table.last_seen(look.seat),
        # What is done twice on one page is done once: see `move_key`.
        "key": f"{look.seat}.{table.revision}",
    }
    return reader.part(
        "game.html",
        **context,
        names=names,
        fell=told_to_script(table, fallen),
        plates=plates_of(reader, look, names),
        stage=Chunks() if look.asked else stage_for(reader, look, names, context),
        winners=[both[min(seat, len(names))] for seat in view.winners],
        waiting_names=[names[seat] for seat in view.to_act],
        log=log_of(table, reader.language, history),
        reactions=REACTIONS,
        pad=pad_of(table, view),
        rule=rule,
        rule_words=rule_text(table.game.slug, reader.language, rule),
        promise=promise_of(table),
    )


def plates_of(reader: Reader, look: Look, names: tuple[str, ...]) -> Chunks:
    """Who sits there, with their points and their time."""
    table, view = look.table, look.view
    rows: list[tuple[object, ...]] = []
    for seat, name in enumerate(names):
        note = say(table.game.seat_note(view, seat), reader.language, names)
        row: tuple[object, ...] = (
            name,
            seat,
            seat == look.seat,
            seat in view.to_act,
            view.scores[seat],
            note,
        )
        if table.clock is not None and table.playing and table.seats[seat].kind != BOT:
            left = ceil(table.clock.remaining(seat, look.elapsed))
            row = (*row, left, seat in table.clock.due, table.revision)
        rows.append(row)
    return memo_each(macro(reader.language, "game-pieces.html", "seat_plate"), rows)


def stage_for(
    reader: Reader, look: Look, names: tuple[str, ...], context: Mapping[str, Any]
) -> Chunks:
    """What lies on the table; in some games all who only look see the same."""
    table = look.table
    template = stage_of(table.game.slug)
    if not table.game.same_for_onlookers or (look.seat in look.view.to_act and not table.over):
        return Chunks(reader.part(template, names, **context).chunks)
    stages = STAGES.setdefault(table, {})
    revision, drawn = stages.get(reader.language, (-1, Chunks()))
    if revision != table.revision:
        shared = {**context, "look": Look(table, (), None), "view": table.view(None)}
        drawn = Chunks(reader.part(template, names, **shared).chunks)
        stages[reader.language] = table.revision, drawn
    return drawn


def log_of(table: Table, language: str, events: list[Event]) -> Chunks:
    """The history in words. Of what was shown before, only what is new is drawn."""
    logs = LOGS.setdefault(table, {})
    before, drawn = logs.get(language, ([], Chunks()))
    if events == before:
        return drawn
    lines = dict(zip(map(id, before), drawn, strict=True))
    names = tuple(table.names())
    line = macro(language, "game-pieces.html", "log_line")
    drawn = Chunks(
        [
            lines.get(id(event))
            or memo(line, table.game, who(names, event.by), event.by, event.text, names)
            for event in events
        ]
    )
    logs[language] = events, drawn
    return drawn


class Print(NamedTuple):
    """What all are shown of a seat's seed."""

    name: str
    fingerprint: str
    own: bool
    """Whether the person brought it."""


def promise_of(table: Table) -> tuple[str, str, tuple[Print, ...], str] | None:
    """What the promise of the dice is drawn from; None where people roll their own."""
    if table.plan.real_dice:
        return None
    prints = tuple(
        Print(seat.name, seat.fingerprint, seat.own_seed) for seat in table.seats if seat.taken
    )
    stage = "over" if table.over else "begun" if table.match is not None else ""
    return table.plan.table, table.commitment, prints, stage


def who(names: Sequence[str], by: By) -> str:
    return names[by] if isinstance(by, int) else ""


def latest_falls(history: Sequence[Event]) -> list[Event]:
    """Of a history, the latest first: what fell, was drawn or was said together when it last
    did, in the order in which it happened."""
    since = dropwhile(lambda event: isinstance(event.by, int), history)
    return list(takewhile(lambda event: not isinstance(event.by, int), since))[::-1]


def told_to_script(table: Table, fallen: Sequence[Event]) -> Markup:
    """What fell last, for the script that lets dice tumble; people's own have been rolled
    already."""
    if not fallen or table.plan.real_dice:
        return Markup("")
    texts = escape(",".join([event.text for event in fallen]))
    return Markup(f' data-fall="{fallen[-1].n}" data-fell="{texts}"')
