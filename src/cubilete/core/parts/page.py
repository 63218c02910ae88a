"""The third part of a game: how its table looks in the browser.

A stage is what lies on the table: everything below the line that says whose turn it is. It is a
list of chunks of HTML. Most chunks are *pieces*: elements that a macro of the game's `pieces.html`
draws from plain values. A piece is drawn once for the same values and all viewers, and is sent to
a browser only if it does not have it yet. So a macro must depend on its values alone, and they must
be hashable.

This module needs no web library. A game's own `page` package may: it is loaded by `Game.page`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from cubilete.core.message import Message
from cubilete.core.parts.chronicle import Told
from cubilete.core.parts.ending import Breakdown, Moment, Past, Throw
from cubilete.core.parts.learning import Card, Lesson
from cubilete.core.parts.outcome_form import OutcomeForm
from cubilete.core.parts.printout import Printout
from cubilete.core.parts.workshop import Workshop
from cubilete.core.record import Event
from cubilete.core.resources import package_file
from cubilete.core.view import V, View

V_co = TypeVar("V_co", bound=View, covariant=True)


class Scene(Protocol[V_co]):
    """What a stage is drawn from: one position as one viewer sees it, and the means to draw."""

    @property
    def view(self) -> V_co: ...

    @property
    def seat(self) -> int | None:
        """The seat of the viewer; None for a spectator."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in seat order."""

    @property
    def picked(self) -> str:
        """The legal action that the viewer previews, in notation; "" for none."""

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more: also where a game was given up or is replayed,
        while the view still says that somebody is to act."""

    @property
    def shares_device(self) -> bool:
        """Whether several seats are the viewer's."""

    @property
    def history(self) -> Sequence[Event]:
        """The last events that the viewer may know, the latest first."""

    @property
    def outcomes(self) -> Sequence[Event]:
        """The events of chance and the table that came together last, in their order."""

    @property
    def told(self) -> Sequence[Told]:
        """What is told of all events so far that the viewer may know, in their order."""

    @property
    def summed_up(self) -> bool:
        """Whether the page itself says where the points come from: the stage need not."""

    @property
    def details(self) -> bool:
        """Whether the viewer wants to see codes and notation."""

    def piece(self, macro: str, *values: object) -> str:
        """The element that a macro of the game's pieces.html draws from these values, cached and
        sent by hash."""

    def pieces(self, macro: str, rows: Iterable[tuple[object, ...]]) -> list[str]:
        """`piece` for each row of values."""

    def fragment(self, macro: str, *values: object) -> str:
        """HTML that a macro draws from these values, cached but not a piece of its own: an
        opening tag, something small, or several elements."""

    def say(self, message: Message) -> str:
        """A sentence in the viewer's language, not escaped: for values of macros."""

    def offer(self, text: str) -> str:
        """The label of a button that does `text`, not escaped: for values of macros."""

    def form(self, attributes: str = "", verb: str = "") -> str:
        """The opening tag of a form that plays a move, with its hidden fields. The form sends
        either a whole text (`name="text"`) or the verb given here and parts (`name="part"`).
        `attributes` is trusted HTML."""


class Page(Generic[V]):
    """How a game looks.

    Its files (pieces.html, table.css, cover.svg, emblem.svg, card.html, workshop.html, outcomes.js)
    are in the folder of the package in which the subclass is defined; each may be missing.
    """

    card: ClassVar[Card | None] = None
    """The game in one minute; its drawings are in card.html."""
    lesson: ClassVar[Lesson[Any] | None] = None
    """The guided first game."""
    printout: ClassVar[Printout | None] = None
    """What is printed to play on paper."""
    workshop: ClassVar[Workshop | None] = None
    """How people make their own deck, sheets or level."""

    same_for_viewers: ClassVar[bool] = False
    """Whether the stage is the same for all who can't act now, seated or not: it is then drawn
    once for all of them, from a spectator's view."""

    confirms: ClassVar[bool] = False
    """Whether the stage has the button that confirms a preview at a place of its own; otherwise it
    comes at the table's edge."""

    def stage(self, scene: Scene[V]) -> list[str]:
        """What lies on the table, as chunks of HTML.

        By default the position as facts and everything that can be done as buttons, drawn by the
        macros of the server's own generic.html.
        """
        view = scene.view
        facts = tuple(
            (name, str(value)) for name, value in vars(view).items() if name not in HANDLED
        )
        chunks = [scene.piece("position", facts)]
        if view.legal and not scene.over:
            chunks.append(
                scene.piece(
                    "choices", tuple((text, scene.offer(text)) for text in view.legal), scene.picked
                )
            )
        return chunks

    def choice_form(self, view: V) -> str:
        """The id of the form in which the seat of this view puts an action together from parts,
        such as dice to roll again; "" for none. What is chosen there can be asked about."""
        return ""

    def elements(self, view: V, text: str) -> tuple[str, ...]:
        """CSS selectors of the elements that stand for an action: dice, boxes, cards. Hints mark
        them. Buttons with the action as their value are marked in any case."""
        return ()

    def outcome_form(
        self, view: V, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm | None:
        """What people with dice of their own are asked now; `draws` is what the state waits
        for. None: they write the notation."""
        return None

    def reveal(self, scene: Scene[V]) -> list[str]:
        """What was hidden and is shown to everybody now, as chunks of HTML; by default nothing. The
        scene is a spectator's. The script plays it over the table (static/reveal.js); without it
        people on one device read it before they pass the device on."""
        return []

    # --- Great moments, and the last page: see `cubilete.core.parts.ending` ---

    def breakdown(self, view: V, past: Past[V]) -> Breakdown:
        """Where the points came from, as the paper sheet would show it. By default the totals."""
        return Breakdown()

    def throws(self, past: Past[V]) -> Iterator[Throw]:
        """The rolls among which the throw of the game is chosen: the one with the lowest odds. By
        default there is none."""
        return iter(())

    def moments(self, view: V, event: Event) -> tuple[Moment, ...]:
        """What was great about an event that has just happened; `view` is the spectator's, after
        it."""
        return ()

    def leader(self, view: V) -> int | None:
        """The seat that is ahead alone; by default the one with the most points."""
        best = max(view.scores)
        leader = view.scores.index(best)
        alone = view.scores.count(best) == 1 and len(view.scores) > 1
        return leader if alone else None

    def forget(self) -> None:
        """Removes what the page keeps in memory to draw faster: called when the last table has
        left the server."""

    def file(self, name: str) -> str:
        """One of the page's files; "" where there is none."""
        return package_file(self, name) or ""


HANDLED = frozenset(("seat", "turn", "to_act", "legal", "scores", "winners"))
"""The fields of every view: the page around the stage shows them."""


def places_of(dice: Sequence[int], faces: Iterable[int]) -> list[int]:
    """The places of dice with these faces, each die once."""
    places: list[int] = []
    for face in faces:
        free = (n for n, shown in enumerate(dice) if shown == face and n not in places)
        places += [next(free)]
    return places


def dice_in_place(history: Sequence[Event], dice: Sequence[int], again: Iterable[str]) -> list[int]:
    """Dice in the places where they lie on the table: those that are rolled again fall where they
    were lifted, the others stay. `history` has the latest event first; `again` are the verbs of
    rolling dice again. Of equal dice the first one is taken to be lifted."""
    turn: list[Event] = []
    for event in history:
        verb = event.text.partition(" ")[0]
        if isinstance(event.by, int) and verb not in again:
            break
        turn.append(event)
    places: list[int] = []
    for event in reversed(turn):
        verb, *words = event.text.split(" ")
        if verb != "roll" and verb not in again:
            continue
        faces = [int(word) for word in words]
        if verb == "roll":
            if 0 not in places:
                places = [0] * len(faces)
            for face in faces:
                places[places.index(0)] = face
        else:
            lifted = list(places)
            for face in faces:
                if face not in lifted:
                    break
                lifted[lifted.index(face)] = 0
            else:
                places = lifted
    lying = [face for face in places if face]
    return lying if sorted(lying) == sorted(dice) else list(dice)
