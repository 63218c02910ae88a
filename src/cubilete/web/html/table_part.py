"""The live part of a table's page: what is sent again whenever something changes.

It is put together here from pieces: the seats, the line that says whose turn it is, the game's own
stage, what can be done in all games, and beside it history, chat and the commitment of the dice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice, takewhile
from math import ceil

from markupsafe import Markup, escape

from cubilete.core.message import N_, Message
from cubilete.core.parts.outcome_form import OutcomeForm
from cubilete.core.record import Event
from cubilete.core.view import View
from cubilete.table.draft import Draft
from cubilete.table.plan import BOT
from cubilete.table.table import Table
from cubilete.web.html.addresses import Address
from cubilete.web.html.cache import cache_of
from cubilete.web.html.pieces import LivePart, draw_fragment, draw_piece
from cubilete.web.html.rules_text import rule_text
from cubilete.web.html.scene import MoveForm, TableScene
from cubilete.web.html.templates import macro
from cubilete.web.html.viewer import Viewer

HISTORY = 30
"""How many events the history shows, the latest first."""
CHAT_LINES = 12
REACTIONS = (N_("Well played!"), N_("What luck!"), N_("Oof…"))


@dataclass(frozen=True)
class Perspective:
    """A table as one viewer sees it: from which seat, and what they are about to do."""

    table: Table
    mine: tuple[int, ...]
    """The seats of the viewer; several on one device."""
    seat: int | None
    pick: str = ""
    absent: tuple[int, ...] = ()
    """The people who have no page of this table open."""
    answers: tuple[str, ...] = ()
    """What was said of dice that people rolled, where it was refused."""
    complaint: str = ""
    asked: tuple[int, ...] = ()
    """Who is to take the device that several people share; until then no seat is shown."""
    others: tuple[int, ...] = ()
    """To whom the device can be passed."""
    elapsed: float = 0.0
    """Seconds for which those who must decide have been thinking, where there is a clock."""
    next_table: Draft | None = None
    """The draft of the next game; its dice are committed before anybody asks for it."""
    address: Address | None = None
    """Where missing players find the table; None once the game has begun."""

    @property
    def view(self) -> View:
        return self.table.view(self.seat)


def outcome_form_of(table: Table, view: View) -> OutcomeForm | None:
    """What people who roll their own dice are asked now; None also where they write the
    notation."""
    if not table.awaits_real_dice():
        return None
    form: OutcomeForm | None = table.game.page.outcome_form(
        view, table.state.draws(), table.names()
    )
    return form


def table_part(viewer: Viewer, perspective: Perspective) -> LivePart:
    """The live part of a table's page for one viewer."""
    table = perspective.table
    if table.match is None:
        gathering = viewer.page(
            "gathering.html",
            table=table,
            perspective=perspective,
            commitment=commitment_of(table),
        )
        return LivePart([gathering])
    return LivePart(GamePart(viewer, perspective).chunks())


class GamePart:
    """The live part of a game that has begun, for one viewer."""

    def __init__(self, viewer: Viewer, perspective: Perspective) -> None:
        table = perspective.table
        assert table.match is not None
        self.viewer = viewer
        self.perspective = perspective
        self.table = table
        self.game = table.game
        self.name = table.plan.table
        self.view = view = perspective.view
        self.seat = seat = perspective.seat
        self.names = tuple(table.names())
        self.picked = perspective.pick if perspective.pick in view.legal else ""
        self.history = list(islice(table.match.latest(seat), HISTORY))
        self.outcomes = latest_outcomes(self.history)
        self.after_event = table.last_event(seat)
        self.to_act = seat is not None and seat in view.to_act
        self.outcome_form = outcome_form_of(table, view)
        self.asks_outcome = seat is not None and table.awaits_real_dice()
        self.move_form: MoveForm | None = None
        if seat is not None:
            key = f"{seat}.{table.revision}"
            self.move_form = MoveForm(self.name, viewer.form_token, seat, self.after_event, key)

    def piece(self, name: str, *values: object) -> str:
        return draw_piece(macro(self.viewer.language, "table-pieces.html", name), *values)

    def fragment(self, name: str, *values: object) -> str:
        return draw_fragment(macro(self.viewer.language, "table-pieces.html", name), *values)

    def say(self, template: str, **values: object) -> str:
        return self.viewer.say(Message(template, values), self.names)

    def form(self, path: str, attributes: str = "") -> str:
        """The opening tag of a form of this seat."""
        return (
            f'<form{attributes} method="post" action="/t/{self.name}/{path}">'
            f'<input type="hidden" name="token" value="{self.viewer.form_token}">'
            f'<input type="hidden" name="seat" value="{self.seat}">'
        )

    def chunks(self) -> Iterator[str]:
        yield from self.opening()
        yield '<div class="stage">'
        yield from self.status()
        yield from self.notes()
        if self.asks_outcome and self.outcome_form:
            yield from self.outcome_rows(self.outcome_form)
        if self.perspective.asked:
            asked = tuple((self.names[seat], seat) for seat in self.perspective.asked)
            yield self.piece("pass_screen", self.name, self.viewer.form_token, asked)
        else:
            yield from self.stage()
        yield from self.actions()
        yield "</div>"
        yield from self.side()
        yield "</main>"

    # --- Above the stage ---

    def opening(self) -> Iterator[str]:
        several = len(self.perspective.mine) > 1
        chosen = f'<input type="hidden" name="seat" value="{self.seat}">' if several else ""
        yield f'<form id="pick" method="get" action="/t/{self.name}">{chosen}</form>'
        seat = f' data-seat="{self.seat}"' if self.seat is not None else ""
        yield (
            f'<main class="game" id="mesa" tabindex="-1" data-game="{self.game.slug}"'
            f' data-revision="{self.table.revision}" data-event="{self.after_event}"'
            f' data-turn="{1 if self.to_act else 0}"{seat}'
            f"{outcomes_for_script(self.table, self.outcomes)}>"
        )
        yield f'<ol class="seats" aria-label="{escape(self.say(N_("Players")))}">'
        for row in self.plates():
            yield self.piece("seat_plate", *row)
        for number, points in enumerate(self.view.scores[len(self.names) :]):
            yield self.piece("extra_plate", self.game.words.extra_player(number), points)
        yield "</ol>"

    def plates(self) -> Iterator[tuple[object, ...]]:
        """Name, points and time of each seat: the values of `seat_plate`."""
        table, view = self.table, self.view
        for seat, name in enumerate(self.names):
            note = self.viewer.say(self.game.words.seat_note(view, seat), self.names)
            acts = seat in view.to_act
            row = (name, seat, seat == self.seat, acts, view.scores[seat], note)
            if table.clock is not None and table.playing and table.seats[seat].kind != BOT:
                left = ceil(table.clock.remaining(seat, self.perspective.elapsed))
                yield (*row, left, seat in table.clock.due, table.revision)
            else:
                yield row

    def status(self) -> Iterator[str]:
        """Whose turn it is and what they have to do, and the rule that matters now."""
        words, view = self.game.words, self.view
        strong, ask = self.whose_turn(), ""
        if self.to_act and not self.table.over and not self.perspective.asked:
            ask = self.viewer.say(words.ask(view), self.names)
        shared = self.to_act and len(self.perspective.mine) > 1
        rule = words.rule_now(view)
        rule_words = rule_text(self.game.slug, self.viewer.language, rule)
        yield self.fragment(
            "status",
            strong,
            ask,
            self.viewer.say(words.remark(view), self.names),
            self.to_act or self.asks_outcome,
            (self.names[self.seat], self.seat) if shared and self.seat is not None else (),
            rule if rule_words else "",
        )
        if rule_words:
            yield self.piece("rule_at_hand", self.game.slug, rule, rule_words)

    def whose_turn(self) -> str:
        table, names = self.table, self.names
        if table.match is not None and table.match.abandoned:
            return self.say(N_("The game was given up."))
        if table.over:
            return self.say(N_("{names} won."), names=", ".join(self.winner_names()))
        if table.awaits_real_dice():
            if self.outcome_form:
                return self.viewer.say(self.outcome_form.ask, names)
            return self.say(N_("Roll your dice and write down what they show."))
        if self.perspective.asked:
            name = names[self.perspective.asked[0]]
            return self.say(N_("Pass the device to {name}"), name=name) + "."
        if self.to_act and self.seat is not None:
            return self.say(N_("Your turn, {name}."), name=names[self.seat])
        waiting = ", ".join(names[seat] for seat in self.view.to_act)
        return self.say(N_("It is the turn of {names}."), names=waiting)

    def winner_names(self) -> list[str]:
        return [
            self.names[seat]
            if seat < len(self.names)
            else self.game.words.extra_player(seat - len(self.names))
            for seat in self.view.winners
        ]

    def notes(self) -> Iterator[str]:
        """Bots that play for people, and decisions that a bot took."""
        table = self.table
        if not table.playing:
            return
        if self.seat is not None:
            if table.seats[self.seat].stand_in:
                yield self.stand_in_form(self.seat)
                yield self.fragment("own_stand_in")
            for seat in self.perspective.absent:
                if seat in self.view.to_act:
                    yield self.stand_in_form(seat)
                    yield self.fragment("absent", self.names[seat])
        if table.late_seat is not None:
            yield self.fragment("late", self.names[table.late_seat])

    def stand_in_form(self, seat: int) -> str:
        form = self.form("stand-in", ' class="note"')
        return f'{form}<input type="hidden" name="for" value="{seat}">'

    def outcome_rows(self, form: OutcomeForm) -> Iterator[str]:
        """The form for dice that people rolled. Its id changes with every event, so that the
        script keeps nothing that was chosen before."""
        label = escape(self.viewer.say(form.ask, self.names))
        assert self.move_form is not None
        yield (
            f'<form class="felt pad" id="fall-{self.after_event}" method="post"'
            f' action="/t/{self.name}/fall" autocomplete="off" aria-label="{label}">'
            f"{self.move_form.fields}"
        )
        say = self.viewer.say
        rows = tuple(
            (
                say(row.label, self.names),
                row.colour,
                tuple((side.word, say(side.label, self.names), side.face) for side in row.sides),
            )
            for row in form.rows
        )
        yield self.fragment(
            "outcome_rows", rows, self.perspective.answers, self.perspective.complaint
        )

    # --- The stage, and what can be done ---

    def stage(self) -> Sequence[str]:
        """The game's own part; the same for all who can't act where the game says so."""
        page = self.game.page
        if not page.same_for_viewers or (self.to_act and not self.table.over):
            return self.draw_stage(self.view, self.seat)
        cache = cache_of(self.table)
        return cache.stage(
            self.viewer.language, lambda: self.draw_stage(self.table.view(None), None)
        )

    def draw_stage(self, view: View, seat: int | None) -> list[str]:
        scene = TableScene(
            self.game,
            self.viewer.language,
            view,
            seat,
            self.names,
            self.move_form,
            self.picked,
            over=self.table.over,
            shares_device=len(self.perspective.mine) > 1,
            history=self.history,
            outcomes=self.outcomes,
        )
        return list(self.game.page.stage(scene))

    def actions(self) -> Iterator[str]:
        """What can be done in every game."""
        table, perspective, token = self.table, self.perspective, self.viewer.form_token
        if table.over:
            yield self.ending()
        elif self.asks_outcome and self.outcome_form is None and self.move_form is not None:
            yield (
                f'<form class="actions" method="post" action="/t/{self.name}/fall">'
                f"{self.move_form.fields}"
            )
            yield self.fragment("outcome_text")
        elif self.picked and self.move_form is not None:
            yield (
                f'<form class="actions" method="post" action="/t/{self.name}/move">'
                f"{self.move_form.fields}"
            )
            offer = self.viewer.say(self.game.words.offer(self.view, self.picked), self.names)
            yield self.fragment("confirm", self.picked, offer)
        if perspective.others:
            others = tuple((self.names[seat], seat) for seat in perspective.others)
            yield self.fragment("hand_over", self.name, token, others)
        if self.seat is not None and table.may_undo(self.seat):
            yield self.form("undo")
            yield self.fragment("undo_button")

    def ending(self) -> str:
        table, token = self.table, self.viewer.form_token
        draft = self.perspective.next_table
        seat = self.seat if self.perspective.mine else None
        if table.rematch:
            following = (table.rematch, table.rematch_commitment, "")
        elif draft is not None:
            following = (draft.table, draft.commitment, draft.ticket)
        else:
            following = ("", "", "")
        return self.fragment("ending", self.name, token, seat, *following)

    # --- Beside the stage ---

    def side(self) -> Iterator[str]:
        yield self.fragment("side", self.say(N_("History and talk")))
        yield self.fragment("history_head")
        yield '<ol class="log" reversed>'
        yield from cache_of(self.table).history(
            self.viewer.language, self.history, self.history_line
        )
        yield "</ol></section>"
        if self.table.chat or self.seat is not None:
            yield from self.chat()
        commitment = commitment_of(self.table)
        if commitment:
            yield self.piece("commitment", *commitment)
        yield "</aside>"

    def history_line(self, event: Event) -> str:
        seat = event.by if isinstance(event.by, int) else None
        name = self.names[seat] if seat is not None else ""
        told = self.viewer.say(self.game.words.tell(name, event.by, event.text), self.names)
        return self.piece("log_line", name, seat, told, event.text)

    def chat(self) -> Iterator[str]:
        yield self.fragment("chat_head")
        for line in self.table.chat[-CHAT_LINES:]:
            mine = line.seat in self.perspective.mine
            yield self.piece("chat_line", mine, self.names[line.seat], line.text)
        if self.seat is not None:
            token = self.viewer.form_token
            yield self.piece("reactions", self.name, token, self.seat, REACTIONS)
            yield self.piece("chat_form", self.name, token, self.seat)
        yield "</div></section>"


@dataclass(frozen=True)
class SeedFingerprint:
    """What all are shown of a seat's seed."""

    name: str
    fingerprint: str
    own: bool
    """Whether the person brought it."""


def commitment_of(table: Table) -> tuple[str, str, tuple[SeedFingerprint, ...], str] | None:
    """The values of the macro that shows the commitment; None where people roll their own."""
    if table.plan.real_dice:
        return None
    seeds = tuple(
        SeedFingerprint(seat.name, seat.fingerprint, seat.own_seed)
        for seat in table.seats
        if seat.taken
    )
    stage = "over" if table.over else "begun" if table.match is not None else ""
    return table.plan.table, table.commitment, seeds, stage


def latest_outcomes(history: Sequence[Event]) -> list[Event]:
    """Of a history, the latest first: the events of chance and the table that came together
    last, in their order."""
    since = dropwhile(lambda event: isinstance(event.by, int), history)
    return list(takewhile(lambda event: not isinstance(event.by, int), since))[::-1]


def outcomes_for_script(table: Table, outcomes: Sequence[Event]) -> str:
    """Attributes for the script that animates dice and cards; none where people roll their own."""
    if not outcomes or table.plan.real_dice:
        return ""
    texts = escape(",".join([event.text for event in outcomes]))
    return Markup(f' data-fall="{outcomes[-1].n}" data-fell="{texts}"')
