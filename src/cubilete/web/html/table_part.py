"""The live part of a table's page: what is sent again whenever something changes.

It is put together here from pieces: the seats, the line that says whose turn it is, the game's own
stage, what can be done in all games, and beside it history, chat and the commitment of the dice.
This runs for every viewer and every move, so it appends chunks to one list and draws nothing that
is cached.
"""

from math import ceil

from markupsafe import escape

from cubilete.core.message import N_, Listing, Message, SeatName
from cubilete.core.parts.chronicle import Told
from cubilete.core.parts.outcome_form import OutcomeForm
from cubilete.core.view import View
from cubilete.language import capital
from cubilete.table.names import is_nameless
from cubilete.table.plan import BOT
from cubilete.table.proof import seal_of_game
from cubilete.web.html.cache import cache_of
from cubilete.web.html.ending.last_page import (
    LastPagePart,
    has_last_page,
    next_game,
    way_back,
)
from cubilete.web.html.ending.moments import draw_moments
from cubilete.web.html.learning.lesson_part import aim_of, lesson_notice
from cubilete.web.html.perspective import (
    Perspective,
    commitment_of,
    latest_outcomes,
    outcome_form_of,
    outcomes_for_script,
)
from cubilete.web.html.pieces import LivePart, draw_fragment, draw_piece
from cubilete.web.html.rules_text import rule_text
from cubilete.web.html.scene import MoveForm, TableScene
from cubilete.web.html.side.history import HistoryPen
from cubilete.web.html.side.talk import TalkingPart
from cubilete.web.html.templates import macro
from cubilete.web.html.viewer import Viewer

HISTORY = 30
"""How many events the history shows, the latest first."""


def table_part(viewer: Viewer, perspective: Perspective) -> LivePart:
    """The live part of a table's page for one viewer."""
    table = perspective.table
    if table.match is None:
        commitment = commitment_of(table)
        gathering = viewer.page(
            "gathering.html", table=table, perspective=perspective, commitment=commitment
        )
        return LivePart([gathering])
    return LivePart(GamePart(viewer, perspective).draw())


class GamePart(TalkingPart):
    """The live part of a game that has begun, for one viewer."""

    def __init__(self, viewer: Viewer, perspective: Perspective) -> None:
        super().__init__(viewer, perspective)
        table, view, seat = self.table, self.view, self.seat
        assert table.match is not None
        self.slug = table.game.slug
        self.over = table.over
        self.summed_up = has_last_page(table)
        self.aim = aim_of(table, seat)
        self.cache = cache_of(table)
        self.picked = perspective.pick if perspective.pick in view.legal else ""
        self.history = table.match.last_events(seat, HISTORY)
        self.outcomes = latest_outcomes(self.history)
        self.told = self.cache.told(table, self.names)
        self.after_event = self.history[0].n if self.history else 0
        self.to_act = seat is not None and seat in view.to_act
        self.shares_device = len(perspective.mine) > 1
        self.outcome_form = outcome_form_of(table, view)
        self.asks_outcome = seat is not None and table.awaits_real_dice()
        self.move_form: MoveForm | None = None
        if seat is not None:
            key = f"{seat}.{table.revision}"
            self.move_form = MoveForm(self.name, viewer.form_token, seat, self.after_event, key)
        self.asks_hint = (
            table.hints.on and self.to_act and len(view.legal) > 1 and not perspective.asked
        )
        """Whether the viewer can ask for a hint now."""

    def draw(self) -> list[str]:
        self._add_opening()
        # Always there, so that the script does not take the stage for it.
        self.chunks.append('<div class="notices" aria-live="polite">')
        if self.table.playing:
            self._add_notes()
        if self.table.plan.lesson is not None:
            self.chunks.append(lesson_notice(self.viewer, self.perspective))
        self.chunks.append('</div><div class="stage">')
        if self.summed_up:
            self.chunks += LastPagePart(self.viewer, self.perspective).draw(self._stage())
            self.chunks.append("</div>")
            self._add_side()
            self._add_drama()
            return self.chunks
        self._add_status()
        if self.asks_outcome and self.outcome_form:
            self._add_outcome_form(self.outcome_form)
        if self.shares_device and self._reveal():
            self.chunks += ["<noscript>", *self._reveal(), "</noscript>"]
        if self.perspective.asked:
            asked = self._named(self.perspective.asked)
            self._add_piece("pass_screen", self.name, self.viewer.form_token, asked)
        else:
            self.chunks += self._stage()
        self._add_actions()
        self.chunks.append("</div>")
        self._add_side()
        self._add_drama()
        if self.asks_hint:
            self._add_hint_form()
        return self.chunks

    def _add_move_form(self, path: str, attributes: str) -> None:
        """The opening tag of a form that plays a move or types an outcome."""
        if self.move_form is None:
            raise ValueError("only a seat has forms that play a move")
        self.chunks.append(
            f'<form {attributes} method="post" action="/t/{self.name}/{path}">'
            f"{self.move_form.fields}"
        )

    def _named(self, seats: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        return tuple((self.names[seat], seat) for seat in seats)

    # --- Above the stage ---

    def _add_opening(self) -> None:
        chosen = f'<input type="hidden" name="seat" value="{self.seat}">'
        seat = f' data-seat="{self.seat}"' if self.seat is not None else ""
        self.chunks.append(
            f'<form id="pick" method="get" action="/t/{self.name}">'
            f"{chosen if self.shares_device else ''}</form>"
            f'<main class="game" id="mesa" tabindex="-1" data-game="{self.slug}"'
            f' data-revision="{self.table.revision}" data-event="{self.after_event}"'
            f' data-turn="{1 if self.to_act else 0}"{seat}'
            f"{' data-over' if self.over else ''}{outcomes_for_script(self.table, self.outcomes)}>"
        )
        if self.summed_up:
            return  # it has a column for each player
        self._add_fragment("seats")
        self._add_plates()
        for number, points in enumerate(self.view.scores[len(self.names) :]):
            self._add_extra_plate(number, points)
        self.chunks.append("</ol>")

    def _add_plates(self) -> None:
        """Name, points and time of each seat."""
        table, view, clock = self.table, self.view, self.table.clock
        notes = self.cache.shared(("seat notes", self.viewer.language), self._seat_notes)
        for seat, name in enumerate(table.names()):
            acts = seat in view.to_act
            row = (name, seat, seat == self.seat, acts, view.scores[seat], notes[seat])
            if clock is not None and table.playing and table.seats[seat].kind != BOT:
                left = ceil(clock.remaining(seat, self.perspective.elapsed))
                self._add_piece("seat_plate", *row, left, seat in clock.due, table.revision)
            else:
                self._add_piece("seat_plate", *row)

    def _add_extra_plate(self, number: int, points: int) -> None:
        """A player beyond the seats."""
        words = self.game.words
        note = self.say(words.extra_note(self.table.view(None), number))
        seat = len(self.names) + number
        name = capital(self.say(words.extra_player_said(number)))
        plate = macro(self.viewer.language, "parts.html", "extra_plate")
        self.chunks.append(draw_piece(plate, name, seat, points, note))

    def _seat_notes(self) -> list[str]:
        """What everybody sees of each seat, from a spectator's view."""
        words, view = self.game.words, self.table.view(None)
        return [self.say(words.seat_note(view, seat)) for seat in range(len(self.names))]

    def _add_status(self) -> None:
        """Whose turn it is and what they have to do, and the rule that matters now."""
        words, view = self.game.words, self.view
        decides = self.to_act and not self.over and not self.perspective.asked
        ask = self.say(words.ask(view)) if decides else ""
        shared = self.to_act and self.shares_device and self.seat is not None
        rule = words.rule_now(view)
        rule_words = rule_text(self.slug, self.viewer.language, rule)
        self._add_fragment(
            "status",
            self._whose_turn(),
            ask,
            self._remark(),
            self.to_act or self.asks_outcome,
            (self.names[self.seat], self.seat) if shared and self.seat is not None else (),
            rule if rule_words else "",
            self.name if self.asks_hint else "",
            self.game.page.choice_form(view) if self.asks_hint and not self.picked else "",
            self.slug if self.aim else "",
        )
        if rule_words:
            self._add_piece("rule_at_hand", self.slug, rule, rule_words)

    def _remark(self) -> str:
        """What else counts now; also that hints are allowed among people."""
        remark = self.say(self.game.words.remark(self.view) if self.aim is None else self.aim)
        if not self.table.hints.on or not self.table.hints.among_people:
            return remark
        allowed = self.say(Message(N_("hints allowed")))
        return f"{remark} · {allowed}" if remark else allowed

    def _whose_turn(self) -> str:
        table, names = self.table, self.names
        if table.match is not None and table.match.abandoned:
            return self.say(Message(N_("The game was abandoned.")))
        if table.awaits_real_dice():
            if self.outcome_form:
                return self.say(self.outcome_form.ask)
            return self.say(Message(N_("Roll your dice and enter what they show.")))
        if self.perspective.asked:
            name = names[self.perspective.asked[0]]
            return self.say(Message(N_("Pass the device to {name}"), {"name": name})) + "."
        if self.to_act and self.seat is not None:
            if is_nameless(names[self.seat]):
                return self.say(Message(N_("Your turn.")))
            return self.say(Message(N_("Your turn, {name}."), {"name": names[self.seat]}))
        waiting = Listing(SeatName(seat) for seat in self.view.to_act)
        sentence = N_("{names}'s turn.", "{names}'s turn.")
        return self.say(Message(sentence, {"names": waiting}, len(self.view.to_act)))

    def _add_hint_form(self) -> None:
        """The form of the button that asks for a hint. It stands at the end, so that the script
        does not take it for something else when it appears."""
        self._add_move_form("hint", 'id="hint"')
        if self.picked:
            self.chunks.append(f'<input type="hidden" name="text" value="{escape(self.picked)}">')
        self.chunks.append("</form>")

    def _add_outcome_form(self, form: OutcomeForm) -> None:
        """The form for dice that people rolled. Its id changes with every event, so that the
        script keeps nothing that was chosen before."""
        label = escape(self.say(form.ask))
        self._add_move_form(
            "fall",
            f'class="felt real-dice" id="outcome-{self.after_event}" autocomplete="off"'
            f' aria-label="{label}"',
        )
        if form.counted:
            self.chunks.append(self._counters(form))
            return
        rows = tuple(
            (
                self.say(row.label),
                row.colour,
                tuple((side.word, self.say(side.label), side.face) for side in row.sides),
            )
            for row in form.rows
        )
        self._add_fragment(
            "outcome_rows", rows, self.perspective.answers, self.perspective.complaint
        )

    def _counters(self, form: OutcomeForm) -> str:
        """How many of the dice show each face."""
        answers = self.perspective.answers or ("",) * len(form.rows[0].sides)
        faces = tuple((side.face, answers[place]) for place, side in enumerate(form.rows[0].sides))
        drawn = macro(self.viewer.language, "counters.html", "counters")
        return draw_fragment(drawn, faces, len(form.rows), self.perspective.complaint)

    # --- The stage, and what can be done ---

    def _stage(self) -> list[str]:
        """The game's own part; the same for all who can't act where the game says so."""
        page = self.game.page
        if not page.same_for_viewers or (self.to_act and not self.over):
            return self._draw_stage(self.view, self.seat)
        return self.cache.shared(
            ("stage", self.viewer.language),
            lambda: self._draw_stage(self.table.view(None), None),
        )

    def _draw_stage(self, view: View, seat: int | None) -> list[str]:
        stage: list[str] = self.game.page.stage(self._scene(view, seat))
        return stage

    def _scene(self, view: View, seat: int | None) -> TableScene[View]:
        return TableScene(
            self.game,
            self.viewer.language,
            view,
            seat,
            self.names,
            self.move_form,
            self.picked,
            over=self.over,
            shares_device=self.shares_device,
            history=self.history,
            outcomes=self.outcomes,
            tell=lambda: self._told_to(seat),
            details=self.viewer.details,
            summed_up=self.summed_up,
        )

    def _told_to(self, seat: int | None) -> list[Told]:
        """What is told of all events that a seat may know."""
        return [self.told[event.n - 1] for event in self.table.seen_by(seat)]

    def _add_actions(self) -> None:
        """What can be done in every game."""
        table, others = self.table, self.perspective.others
        if self.over:
            self._add_ending()
        elif self.asks_outcome and self.outcome_form is None:
            self._add_move_form("fall", 'class="actions"')
            self._add_fragment("outcome_text")
        elif self.picked and not self.game.page.confirms:
            self._add_move_form("move", 'class="actions"')
            offer = self.say(self.game.words.offer(self.view, self.picked))
            self._add_fragment("confirm", self.picked, offer)
        if others:
            self._add_fragment("hand_over", self.name, self.viewer.form_token, self._named(others))
        if self.seat is not None and table.may_undo(self.seat):
            self._add_form("undo", ' id="undo"')
            self._add_fragment("undo_button")

    def _add_ending(self) -> None:
        """Another game, the replay and the record of a game that was abandoned."""
        back = way_back(self.viewer.language, self.table.plan)
        if back:
            self.chunks.append(back)
            return
        seat = self.seat if self.perspective.mine else None
        following = next_game(self.table, self.perspective.next_table)
        self._add_fragment("ending", self.name, self.viewer.form_token, seat, *following, False)

    # --- Beside the stage ---

    def _add_side(self) -> None:
        self._add_fragment("side_opening")
        # Seats know the same of a game without secrets, and then see the same history.
        known = tuple([event.n for event in self.history])
        viewer = self.viewer
        key = ("history", viewer.language, viewer.details, known)
        self.chunks += self.cache.shared(key, self._draw_history)
        self.chunks.append("</section>")
        if self.table.chat or self.seat is not None:
            self._add_chat()
        if self.perspective.mine and self.table.playing:
            self._add_hints_panel()
        commitment = self.cache.commitment(self.table)
        if commitment:
            details, plan = self.viewer.details, self.table.plan
            if plan.cup:
                self._add_piece("cup_dice", self.name, plan.cup, self.table.commitment)
            else:
                self._add_piece("commitment", *commitment, details)
            if self.table.over:
                seal = seal_of_game(self.table)
                self._add_piece("proven", self.name, plan.dice_name, seal, details)
        self.chunks.append("</aside>")

    def _add_drama(self) -> None:
        """What the script plays over the table, and the end of the part."""
        moments = self.cache.shared(("moments", self.viewer.language), self._draw_moments)
        self.chunks += ['<div class="drama" hidden>', *self._reveal(), *moments]
        self.chunks.append("</div></main>")

    def _reveal(self) -> list[str]:
        return self.cache.shared(
            ("drama", self.viewer.language),
            lambda: self.game.page.reveal(self._scene(self.table.view(None), None)),
        )

    def _draw_moments(self) -> list[str]:
        """From what everybody knows."""
        assert self.table.match is not None
        history, view = self.table.match.last_events(None, HISTORY), self.table.view(None)
        return draw_moments(
            self.game, self.viewer.language, len(self.names), view, history, self.say
        )

    def _draw_history(self) -> list[str]:
        viewer = self.viewer
        pen = HistoryPen(viewer, self.names, self.say)
        return pen.rounds(
            self.cache.history(
                viewer.language,
                viewer.details,
                self.history,
                lambda event: pen.draw(event, self.told[event.n - 1]),
            )
        )
