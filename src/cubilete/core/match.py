"""A game with its record, and the replay of records.

A match changes state and record together, so that the state is always the fold of the record.
Events of the table (see `State`) are added automatically.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mypy_extensions import i64

from cubilete.core.errors import BadRecord, CubileteError
from cubilete.core.game import SEATS_AT_MOST, AnyGame
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.chronicle import Chronicle, Told
from cubilete.core.parts.rules import Setup
from cubilete.core.record import By, Event, Header, Record, Result
from cubilete.core.registry import find_game
from cubilete.core.state import CHANCE, EVERYBODY, TABLE, State
from cubilete.core.view import View

NAMES: dict[int, By] = {CHANCE: "chance", TABLE: "table"}
CODES = {"chance": CHANCE, "table": TABLE}


class Match:
    """A game in progress or finished."""

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[str],
        options: Mapping[str, object] | None = None,
        material: JsonObject | None = None,
        with_legal: bool = False,
    ) -> None:
        self.game = game
        self.setup: Setup = game.setup(len(players), options, material)
        self.players = tuple(players)
        self.state: State = game.rules.start(self.setup)
        self.with_legal = with_legal
        self.abandoned = False
        self.finished = False
        """Whether the game is over or was given up."""
        self.events: list[Event] = []
        self._sealed: list[int] = []
        self._settle()

    def apply(self, by: i64, code: i64) -> Event:
        """Applies a code and records it; raises what `State.check` raises."""
        self._still_on()
        self.state.check(by, code)
        event = self._note(by, code)
        self._settle()
        return event

    def play(self, by: i64, text: str) -> Event:
        """`apply` for a text in notation."""
        self._still_on()
        event = self._note(by, self.read(by, text))
        self._settle()
        return event

    def read(self, by: i64, text: str) -> i64:
        """The code of a text that can be played now. A refusal names the players."""
        try:
            code = self.state.read(by, text)
            self.state.check(by, code)
        except CubileteError as error:
            error.name_seats(self.players)
            raise
        return code

    def take_back(self, before: State) -> None:
        """Removes the last event. `before` is the state before it.

        The event must be a single one, without events of the table after it, and must not have
        opened sealed decisions.
        """
        last = len(self.events) - 1
        self.events.pop()
        self._sealed = [index for index in self._sealed if index != last]
        self.state = before

    def abandon(self) -> None:
        """Ends the game without a result. No event can follow."""
        self._still_on()
        self.abandoned = self.finished = True

    def _still_on(self) -> None:
        if self.abandoned:
            raise CubileteError("abandoned", "", N_("The game was abandoned."))

    def _note(self, by: i64, code: i64) -> Event:
        legal = tuple(self.state.legal_texts(by)) if self.with_legal and by >= 0 else None
        text = self.state.text(by, code)
        audience = self.state.audience(by, code)
        to = None if audience == EVERYBODY else seats_of(audience)
        event = Event(len(self.events) + 1, NAMES.get(by, by), text, to, legal)
        self.state.advance(by, code)
        self.events.append(event)
        if to is not None and by >= 0:
            self._sealed.append(event.n - 1)
        if self._sealed and not self.state.sealed():
            for index in self._sealed:
                self.events[index] = replace(self.events[index], to=None)
            self._sealed.clear()
        return self.events[event.n - 1]

    def _settle(self) -> None:
        while self.state.turn() == TABLE:
            self._note(TABLE, 0)
        self.finished = self.abandoned or self.state.over

    # --- What is written down ---

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is in progress."""
        if self.abandoned:
            return Result(abandoned=True)
        if self.state.over:
            return Result(tuple(self.state.scores()), tuple(self.state.winners()))
        return None

    @property
    def header(self) -> Header:
        """The first line of the record."""
        options: JsonObject = {}
        for name, value in self.setup.options.items():
            options[name] = list[Json](value) if isinstance(value, list) else value
        return Header(
            self.game.slug, self.game.rules.edition, self.players, options, self.setup.material
        )

    def record(self) -> Record:
        """The full record, hidden events included: not for players of a game in progress."""
        return Record(self.header, tuple(self.events), self.result)

    def view(self, seat: int | None) -> View:
        """What a seat may know now; None is a spectator."""
        view: View = self.game.rules.view(self.state, seat)
        return view

    def seen_by(self, seat: int | None, after: int = 0) -> list[Event]:
        """The events after number `after` that a seat may know; None is a spectator.

        Hidden events leave gaps in `n`.
        """
        first = max(after, 0)
        return self.last_events(seat, len(self.events) - first, first)[::-1]

    def last_events(self, seat: int | None, most: int, after: int = 0) -> list[Event]:
        """At most so many of the last events that a seat may know, the latest first."""
        found: list[Event] = []
        for index in range(len(self.events) - 1, after - 1, -1):
            if len(found) == most:
                break
            event = self.events[index]
            if event.to is None or seat in event.to:
                if event.legal is not None and event.by != seat:
                    event = replace(event, legal=None)
                found.append(event)
        return found


def seats_of(mask: i64) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS_AT_MOST) if mask >> seat & 1)


# --- What is told of it ---


def story_for(match: Match, seat: int | None) -> list[Told]:
    """What is told of the events that a seat may know; None is a spectator."""
    return Story(match, match.players).told_to(seat)


class Story:
    """What is told of a match so far. Event `n` is told at index `n - 1`. It has hidden events too:
    a page must leave out those that its viewer may not know.

    Only events that are new since the last call are told. An undo takes back the last event, so
    the story is told anew if the last event that it knows is another one.
    """

    def __init__(self, match: Match, names: Sequence[str]) -> None:
        self._match = match
        self._names = names
        self._last = ""
        """The text of the last event told."""
        self._told: list[Told] = []
        self._chronicle = self._new_chronicle()

    def _new_chronicle(self) -> Chronicle:
        found: Chronicle = self._match.game.words.chronicle(self._names, self._match.setup)
        return found

    def told(self) -> Sequence[Told]:
        events, known = self._match.events, len(self._told)
        if known and (known > len(events) or events[known - 1].text != self._last):
            self._told, self._chronicle, known = [], self._new_chronicle(), 0
        for event in events[known:]:
            self._told.append(self._chronicle.hear(event))
            self._last = event.text
        return self._told

    def told_to(self, seat: int | None) -> list[Told]:
        """What is told of the events that a seat may know; None is a spectator."""
        told = self.told()
        return [told[event.n - 1] for event in self._match.seen_by(seat)]


# --- Replay ---


def replay(record: Record, game: AnyGame | None = None) -> Match:
    """Replays a record and checks every line against the rules.

    If no game is given, it is the installed game that the header names.
    """
    match = start_again(record, game)
    for index, event in enumerate(record.events):
        try:
            replay_event(match, event)
        except CubileteError as error:
            raise BadRecord.because(error, index + 2) from None
    check_audiences(match, record)
    check_result(match, record)
    return match


def start_again(record: Record, game: AnyGame | None) -> Match:
    header = record.header
    try:
        if game is None:
            game = find_game(header.game)
        if header.edition != game.rules.edition:
            raise CubileteError(
                "unknown-edition",
                "",
                N_("Unknown edition of {game}: {edition}."),
                edition=header.edition,
                game=game.slug,
            )
        return Match(game, header.players, header.options, header.material)
    except CubileteError as error:
        raise BadRecord.because(error, 1) from None


def replay_event(match: Match, event: Event) -> None:
    if event.by == "table":
        check_said(match, event)
        return
    if len(match.events) != event.n - 1:
        raise CubileteError(
            "table-missing", "", N_("The table says “{text}” here."), text=match.events[-1].text
        )
    by = CODES[event.by] if isinstance(event.by, str) else event.by
    if event.legal is not None:
        match.state.check_turn(by)
        if list(event.legal) != match.state.legal_texts(by):
            raise CubileteError("wrong-legal", "", N_("The list of legal actions is wrong."))
    match.play(by, event.text)


def check_said(match: Match, event: Event) -> None:
    """An event of the table was already added with the event before it: compares them."""
    said = match.events[event.n - 1] if event.n <= len(match.events) else None
    if said is None or said.by != "table":
        raise CubileteError("table-not-due", "", N_("The table has nothing to say here."))
    if said.text != event.text:
        raise CubileteError("table-wrong", "", N_("The table says “{text}” here."), text=said.text)


def check_audiences(match: Match, record: Record) -> None:
    for index, event in enumerate(record.events):
        # A record that was cut off before sealed decisions were opened may show them as public.
        opened = event.to is None and not isinstance(event.by, str)
        if event.to != match.events[index].to and not opened:
            raise BadRecord(
                "wrong-audience",
                "",
                index + 2,
                N_("The seats that may know this event are wrong."),
            )


def check_result(match: Match, record: Record) -> None:
    line = len(record.events) + 2
    if record.result is None:
        return
    if len(match.events) != len(record.events):
        raise BadRecord(
            "table-missing",
            "",
            line,
            N_("The table says “{text}” here."),
            text=match.events[-1].text,
        )
    if record.result.abandoned:
        if match.state.over:
            raise BadRecord("game-over", "", line, N_("The game is over."))
        match.abandon()
        return
    if not match.state.over:
        raise BadRecord("not-over", "", line, N_("The game isn't over yet."))
    result = match.result
    if result is None or (result.scores, result.winners) != (
        record.result.scores,
        record.result.winners,
    ):
        raise BadRecord(
            "wrong-result",
            "",
            line,
            N_("The result should be {result}."),
            result=result.to_json() if result else "",
        )
