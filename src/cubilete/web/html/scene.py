"""The scene that a game's stage is drawn from: see `cubilete.core.parts.page.Scene`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from markupsafe import Markup

from cubilete.core.game import AnyGame
from cubilete.core.message import Message
from cubilete.core.parts.chronicle import Told
from cubilete.core.record import Event
from cubilete.core.view import V
from cubilete.language import say
from cubilete.web.html.pieces import draw_fragment, draw_piece
from cubilete.web.html.templates import macro, stage_template


@dataclass(frozen=True)
class MoveForm:
    """What every form that plays a move carries."""

    table: str
    token: str
    seat: int
    after_event: int
    """The last event that the seat knows."""
    key: str
    """The same on every form of one page, so that what is sent twice is played once."""

    @cached_property
    def fields(self) -> str:
        return (
            f'<input type="hidden" name="token" value="{self.token}">'
            f'<input type="hidden" name="seat" value="{self.seat}">'
            f'<input type="hidden" name="on" value="{self.after_event}">'
            f'<input type="hidden" name="key" value="{self.key}">'
        )


@dataclass(frozen=True)
class TableScene(Generic[V]):
    """One position as one viewer sees it."""

    game: AnyGame
    language: str
    view: V
    seat: int | None
    names: tuple[str, ...]
    move_form: MoveForm | None
    """None for a spectator, and in a replay."""
    picked: str = ""
    over: bool = False
    shares_device: bool = False
    history: Sequence[Event] = ()
    outcomes: Sequence[Event] = ()
    tell: Callable[[], Sequence[Told]] = tuple
    """Gives what is told of the events so far that the viewer may know."""
    details: bool = False
    summed_up: bool = False

    @property
    def told(self) -> Sequence[Told]:
        return self.tell()

    @cached_property
    def _template(self) -> str:
        return stage_template(self.game.slug)

    def piece(self, name: str, *values: object) -> str:
        return draw_piece(macro(self.language, self._template, name), *values)

    def pieces(self, name: str, rows: Iterable[tuple[object, ...]]) -> list[str]:
        drawn = macro(self.language, self._template, name)
        return [draw_piece(drawn, *row) for row in rows]

    def fragment(self, name: str, *values: object) -> str:
        return draw_fragment(macro(self.language, self._template, name), *values)

    def say(self, message: Message) -> str:
        return say(message, self.language, self.names)

    def offer(self, text: str) -> str:
        return self.say(self.game.words.offer(self.view, text))

    def form(self, attributes: str = "", verb: str = "") -> str:
        if self.move_form is None:
            raise ValueError("only a seat has forms that play a move")
        space = " " if attributes else ""
        verb_field = f'<input type="hidden" name="verb" value="{verb}">' if verb else ""
        return Markup(
            f'<form{space}{attributes} method="post" action="/t/{self.move_form.table}/move">'
            f"{self.move_form.fields}{verb_field}"
        )
