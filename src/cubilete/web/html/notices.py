"""Notices above the stage of a table: questions to the people, bots that play for somebody, and
what the viewer alone is told. Also how chunks and forms are added to a viewer's live part."""

from functools import partial

from cubilete.language import say
from cubilete.table.names import isolated
from cubilete.table.seating.questions import EndQuestion
from cubilete.web.html.aside import aside_card
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.pieces import draw_fragment, draw_piece
from cubilete.web.html.templates import macro
from cubilete.web.html.viewer import Viewer

MACROS = "table-pieces.html"


class NoticedPart:
    """A live part for one viewer, to which chunks of HTML are added in order."""

    def __init__(self, viewer: Viewer, perspective: Perspective) -> None:
        self.viewer = viewer
        self.perspective = perspective
        self.table = table = perspective.table
        self.game = table.game
        self.name = table.plan.table
        self.view = perspective.view
        self.seat = perspective.seat
        self.names = tuple(map(isolated, table.names()))
        """For sentences and stages."""
        self.say = partial(say, language=viewer.language, names=self.names)
        """Says a message in the viewer's language, with the players' names."""
        self.chunks: list[str] = []

    def _add_piece(self, name: str, *values: object) -> None:
        self.chunks.append(draw_piece(macro(self.viewer.language, MACROS, name), *values))

    def _add_fragment(self, name: str, *values: object) -> None:
        self.chunks.append(draw_fragment(macro(self.viewer.language, MACROS, name), *values))

    def _add_form(self, path: str, attributes: str = "", fields: str = "") -> None:
        """The opening tag of a form of this seat, or of any of the viewer's where none is shown."""
        seat = self.perspective.mine[0] if self.seat is None else self.seat
        self.chunks.append(
            f'<form{attributes} method="post" action="/t/{self.name}/{path}">'
            f'<input type="hidden" name="token" value="{self.viewer.form_token}">'
            f'<input type="hidden" name="seat" value="{seat}">{fields}'
        )

    # --- Notices ---

    def _add_notes(self) -> None:
        """The question to end the game, bots that play for people, a decision that a bot took."""
        table, seat = self.table, self.seat
        if table.end_question is not None:
            self._add_end_question(table.end_question)
        if table.hints.asked_by:
            self._add_hints_question(table.hints.asked_by)
        if seat is not None:
            if table.seats[seat].stand_in:
                self._add_stand_in_form(seat)
                self._add_fragment("own_stand_in")
            for absent in self.perspective.absent:
                if absent in self.view.to_act:
                    self._add_stand_in_form(absent, "note away")
                    self._add_fragment("absent", self.names[absent])
        others = [
            self.names[number]
            for number, each in enumerate(table.seats)
            if each.stand_in and number != seat
        ]
        if others:
            self._add_fragment("bots_play", tuple(others))
        if table.late_seat is not None:
            self._add_fragment("late", self.names[table.late_seat])
        if self.perspective.aside is not None:
            aside = self.perspective.aside
            self.chunks.append(aside_card(self.viewer, self.name, self.game, aside, self.names))

    def _add_end_question(self, question: EndQuestion) -> None:
        answer = ""
        mine = self.perspective.mine
        if mine and not all(self.table.seats[seat].left for seat in mine):
            agreed = self.table.seats[mine[0]].owner in question.agreed
            answer = "given" if agreed else "ask"
            self._add_form("end", ' class="note end"')
        clock = self.table.clock
        over_days = clock is not None and clock.terms.over_days
        self._add_fragment("end_question", self.names[question.seat], answer, over_days)

    def _add_hints_question(self, asked_by: str) -> None:
        """Somebody wants hints to be allowed."""
        answer = ""
        mine = self.perspective.mine
        if mine and not all(self.table.seats[seat].left for seat in mine):
            owner = self.table.seats[mine[0]].owner
            answer = "given" if owner in self.table.hints.agreed else "ask"
            self._add_form("hints", ' class="note end"')
        asker = self.names[self.table.seats_of(asked_by)[0]]
        self._add_fragment("hints_question", asker, answer)

    def _add_stand_in_form(self, seat: int, kind: str = "note") -> None:
        whose = f'<input type="hidden" name="for" value="{seat}">'
        self._add_form("stand-in", f' class="{kind}"', whose)
