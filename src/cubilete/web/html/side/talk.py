"""The panels beside a table's stage in which people say something: hints and chat."""

from cubilete.web.html.notices import NoticedPart
from cubilete.web.html.people.reactions import REACTIONS
from cubilete.web.html.pieces import draw_piece
from cubilete.web.html.templates import macro

CHAT_LINES = 12


class TalkingPart(NoticedPart):
    """A live part with the panels of hints and chat."""

    def _add_hints_panel(self) -> None:
        hints = self.table.hints
        seat = self.perspective.mine[0] if self.seat is None else self.seat
        state = "on" if hints.on else "off" if hints.possible else "never"
        self._add_piece(
            "hints_panel",
            self.name,
            self.viewer.form_token,
            seat,
            state,
            hints.needs_agreement,
            bool(hints.asked_by),
            self.perspective.coached,
        )

    def _add_chat(self) -> None:
        self._add_fragment("chat_opening")
        heard = [line for line in self.table.chat if line.seat not in self.perspective.muted]
        for line in heard[-CHAT_LINES:]:
            mine = line.seat in self.perspective.mine
            name, reaction = self.table.seats[line.seat].name, REACTIONS.get(line.text, "")
            self._add_talk("line", mine, line.seat, name, line.text, reaction)
        if self.seat is not None:
            token = self.viewer.form_token
            self._add_talk("reactions", self.name, token, self.seat, tuple(REACTIONS.items()))
            self._add_piece("chat_form", self.name, token, self.seat)
        self.chunks.append("</div></section>")

    def _add_talk(self, name: str, *values: object) -> None:
        drawn = macro(self.viewer.language, "talk-pieces.html", name)
        self.chunks.append(draw_piece(drawn, *values))
