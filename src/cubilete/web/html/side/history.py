"""The history beside a table or a replay: sentences with small dice, grouped by rounds.

Lines are pieces: each is drawn once for all who read the same language, and sent once.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup, escape

from cubilete.core.message import Dice, Listing, Message, Say
from cubilete.core.parts.chronicle import Line, Told
from cubilete.core.record import Event
from cubilete.web.html.pieces import draw_fragment, draw_piece
from cubilete.web.html.templates import macro
from cubilete.web.html.viewer import Viewer

MACROS = "history-pieces.html"
OPEN, CLOSE = "\ue000", "\ue001"
"""Around the number of a drawing in a sentence that is not escaped yet. Names have no such
characters: they are not printable."""
PLACE = re.compile(f"{OPEN}([0-9]+){CLOSE}")


# --- Sentences with dice ---


def with_dice(message: Message, say: Say) -> Markup:
    """A sentence as HTML, with its dice drawn."""
    drawings: list[Markup] = []
    sentence = with_places(Message("{sentence}", {"sentence": message}), drawings, say)
    return Markup(PLACE.sub(lambda place: drawings[int(place[1])], str(escape(say(sentence)))))


def with_places(message: Message, drawings: list[Markup], say: Say) -> Message:
    """The same sentence with places for its dice, whose drawings are added to the list."""
    values = {name: placed(value, drawings, say) for name, value in message.values.items()}
    return Message(message.template, values, message.count)


def placed(value: object, drawings: list[Markup], say: Say) -> object:
    if isinstance(value, Dice):
        drawings.append(small_dice(value, say))
        return f"{OPEN}{len(drawings) - 1}{CLOSE}"
    if isinstance(value, Message):
        return with_places(value, drawings, say)
    if isinstance(value, Listing):
        return Listing([placed(thing, drawings, say) for thing in value.things])
    return value


def small_dice(dice: Dice, say: Say) -> Markup:
    drawn = "".join(small_die(colour, face) for colour, face in dice.shown)
    words = escape(say(Message(dice.template, dice.values, dice.count)))
    return Markup(f'<span class="inline-dice" role="img" aria-label="{words}">{drawn}</span>')


@cache
def small_die(colour: str, face: int) -> Markup:
    attribute = Markup(' data-c="{}"').format(colour) if colour else ""
    return Markup('<svg{}><use href="/s/i.svg#d{}"/></svg>').format(attribute, face)


# --- Lines and rounds ---


@dataclass(frozen=True)
class Drawn:
    """What the history shows of one event."""

    round: str
    """The title of its round; "" where there are none."""
    lines: tuple[str, ...]
    """Elements, the latest first."""


@dataclass(frozen=True)
class HistoryPen:
    """Draws the history of one game for viewers of one kind."""

    viewer: Viewer
    names: tuple[str, ...]
    """Of the seats."""
    say: Say

    def draw(self, event: Event, told: Told, address: str = "", here: bool = False) -> Drawn:
        """An event. In a replay `address` leads to its position, and `here` says that it is the
        one shown."""
        code = event.text if self.viewer.details else ""
        lines = tuple(
            self._line(line, code if line is told.lines[-1] else "", address, here)
            for line in reversed(told.lines)
        )
        return Drawn(self.say(told.round) if told.round is not None else "", lines)

    def _line(self, line: Line, code: str, address: str, here: bool) -> str:
        seated = line.by is not None and line.by < len(self.names)
        return draw_piece(
            macro(self.viewer.language, MACROS, "line"),
            self.names[line.by] if line.by is not None and seated else "",
            line.by,
            line.by is not None and not seated,
            with_dice(line.message, self.say),
            code,
            address,
            here,
        )

    def rounds(self, drawn: Iterable[Drawn]) -> list[str]:
        """Events, the latest first, as chunks of HTML: a list for each round, with its title."""
        chunks: list[str] = []
        title: str | None = None
        for each in drawn:
            if each.round != title:
                if title is not None:
                    chunks.append("</ol>")
                title = each.round
                if title:
                    chunks.append(draw_piece(macro(self.viewer.language, MACROS, "round"), title))
                chunks.append(draw_fragment(macro(self.viewer.language, MACROS, "lines")))
            chunks += each.lines
        return [*chunks, "</ol>"] if title is not None else chunks
