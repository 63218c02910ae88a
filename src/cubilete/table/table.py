"""A table: one live game with its seats, chat, clock and undo, as the fold of its entries.

Everything that changes a table is an entry (`entry.py`). A change takes three steps:

1. a function of `changes.py` checks it and returns the entry; the table stays as it is,
2. the host stores the entry under the next number,
3. `Table.apply` applies it.

So everything that anybody has seen has been stored, and two servers never apply two different
entries under one number. `apply` must not fail on an entry that was stored, and must depend on
nothing but the plan and the entries: no clock of the machine, no random numbers.

Outcomes of chance are in the entry of the move that causes them: computed by fair dice, or typed in
by people who roll their own (`Plan.real_dice`).
"""

from collections.abc import Iterable
from dataclasses import replace

from cubilete.core.errors import CubileteError
from cubilete.core.fair import FairDice, commitment_of, prepared_fingerprints
from cubilete.core.game import AnyGame
from cubilete.core.match import Match
from cubilete.core.message import N_
from cubilete.core.record import Event
from cubilete.core.state import CHANCE, State
from cubilete.core.view import View, view_for_seat
from cubilete.table.clock import Clock, Duration, terms_of
from cubilete.table.entry import Entry, seconds, texts, whole_number
from cubilete.table.hints import HintsAgreement
from cubilete.table.keys import PlayedKeys
from cubilete.table.plan import BOT, PERSON, Plan
from cubilete.table.seating.questions import ChatLine, EndQuestion
from cubilete.table.seats import new_seats, rename, seat_bots, vacate

CHAT_KEPT = 200
"""Lines of chat that stay in memory; the store has all of them."""


class Table:
    """A table after its first `revision` entries."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: AnyGame = plan.installed_game()
        self.seats = new_seats(plan)
        self.match: Match | None = None
        """None until the game starts."""
        self.revision = 0
        self.chat: list[ChatLine] = []
        self.keys = PlayedKeys()
        self.undoable_seat: int | None = None
        """The seat that may undo its last decision, or the outcome that it typed in."""
        self._before: State | None = None
        """The state before what may be undone: an undo must not play the whole game again."""
        self.undone_at: dict[int, int] = {}
        """For each seat the revision in which it last lost an event that it knew."""
        self.rematch = ""
        """The table of the next game; "" until there is one."""
        self.rematch_commitment = ""
        self.rematch_prepared: tuple[str, ...] = ()
        self.rematch_yes: set[int] = set()
        """The seats that have gone to the next game."""
        self.clock = Clock(terms_of(plan.clock), len(self.seats)) if plan.clock else None
        self.duration = Duration()
        self.late_seat: int | None = None
        """The seat whose time was up, if a bot made the last decision for it."""
        self.device_holders: dict[str, int] = {}
        """For each owner of several seats, the seat that has the shared device."""
        self.device_handed_to: dict[str, int] = {}
        """For each owner, the seat that the device was handed to and that has not taken it."""
        self.bot_events: set[int] = set()
        """The numbers of the events that a bot decided for a person."""
        self._dice: FairDice | None = None
        """The fair dice; None until the game starts."""
        self.opener = ""
        """The owner who opened the table: the first who sat down."""
        self.removed: set[str] = set()
        """The owners whom the opener has removed."""
        self.cancelled = False
        """The opener has closed the table before the start."""
        self.end_question: EndQuestion | None = None
        self.end_refused: dict[str, int] = {}
        """For each owner whose end question was refused, the number of events then."""
        self.hints = HintsAgreement(plan, self.game)
        self.listed = False
        """The opener lets people find the table on the home page while it waits for them."""
        self.forgotten = 0
        """How many times somebody at this table was forgotten: the names have changed since."""
        self.lesson_over = False
        """The person has ended the lesson: the game goes on like any other."""
        self._views: dict[int | None, View] = {}
        self._acting: list[int] | None = None
        """Computed for the present position: its views, and the seats that may act."""

    # --- The present position ---

    @property
    def playing(self) -> bool:
        return self.match is not None and not self.match.finished

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.finished

    @property
    def state(self) -> State:
        if self.match is None:
            raise CubileteError("not-started", "", N_("The game hasn't started yet."))
        return self.match.state

    def view(self, seat: int | None) -> View:
        """What a seat may know now; None is a spectator."""
        found = self._views.get(seat)
        if found is None:
            if seat is not None and self.game.rules.all_open:
                found = view_for_seat(self.view(None), self.state, seat)
            else:
                found = self.game.rules.view(self.state, seat)
            self._views[seat] = found
        return found

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seats_of(self, owner: str) -> list[int]:
        """The seats that a person may play: several where people share a device."""
        return [n for n, seat in enumerate(self.seats) if owner and seat.owner == owner]

    def people_to_act(self) -> list[int]:
        return [seat for seat in self._to_act() if not self.seats[seat].played_by_bot]

    def bots_to_act(self) -> list[int]:
        bots = [seat for seat in self._to_act() if self.seats[seat].played_by_bot]
        who, _ = self.lesson_line
        return [seat for seat in bots if str(seat) == who] if who else bots

    def _to_act(self) -> list[int]:
        """The seats that may act, computed once for each position."""
        if self._acting is None:
            self._acting = self.state.to_act if self.playing else []
        return self._acting

    @property
    def lesson_line(self) -> tuple[str, str]:
        """Who does what next in a lesson; two empty texts where nothing is laid down."""
        if self.plan.lesson is None or self.match is None or self.lesson_over:
            return "", ""
        return self.plan.lesson.line(sum(event.by != "table" for event in self.match.events))

    def awaits_real_dice(self) -> bool:
        return self.playing and self.plan.real_dice and self.state.turn() == CHANCE

    def last_event(self, seat: int | None) -> int:
        """The number of the last event that a seat knows; 0 if there is none."""
        if self.match is None:
            return 0
        last = self.match.last_events(seat, 1)
        return last[0].n if last else 0

    def seen_by(self, seat: int | None, after: int = 0) -> list[Event]:
        """The events after number `after` that a seat may know."""
        return self.match.seen_by(seat, after) if self.match is not None else []

    @property
    def by_invitation(self) -> bool:
        """Whether free seats can be taken only by their personal links. After somebody was removed
        they always are: a browser without cookies would be a stranger again."""
        return self.plan.invited_only or bool(self.removed)

    def may_undo(self, seat: int) -> bool:
        never = self.plan.cup or self.lesson_line[0]
        return self.playing and self.undoable_seat == seat and not never

    @property
    def provable(self) -> bool:
        """Whether the game's record can prove its dice: they are bound to the names."""
        return self.plan.fair and not self.forgotten

    @property
    def commitment(self) -> str:
        """The hash that binds the table to its secret; empty without fair dice."""
        return commitment_of(bytes.fromhex(self.plan.secret)) if self.provable else ""

    @property
    def prepared(self) -> tuple[str, ...]:
        """For each seat the fingerprint of the seed that the table brings where a person brings
        none; empty without fair dice."""
        if not self.plan.fair:
            return ()
        plan, secret = self.plan, bytes.fromhex(self.plan.secret)
        return prepared_fingerprints(plan.recipe, secret, plan.dice_name, len(self.seats))

    def fair_dice(self) -> FairDice:
        """The fair dice of the present seats. They are fixed when the game starts: a seat that
        changes later does not change them."""
        if self._dice is not None:
            return self._dice
        return FairDice(
            self.plan.recipe,
            bytes.fromhex(self.plan.secret),
            self.plan.dice_name,
            tuple(seat.seed for seat in self.seats),
            tuple(n for n, seat in enumerate(self.seats) if not seat.own_seed),
            tuple(self._kind(n) for n in range(len(self.seats))),
            tuple(self.names()),
        )

    def _kind(self, seat: int) -> str:
        """The kind of a seat as records say it. A local seat is a person's too."""
        return f"{BOT} {self.seats[seat].bot}" if self.seats[seat].kind == BOT else PERSON

    def new_match(self) -> Match:
        """The game of this table before its first outcome."""
        return Match(self.game, self.names(), self.plan.options, self.plan.material)

    # --- Applying stored entries ---

    def apply(self, entry: Entry) -> None:
        if self.clock is not None:
            self.clock.charge(seconds(entry.get("spent", 0)))
            self.clock.note(entry.get("at"))
        self.duration.note(str(entry["kind"]), entry.get("at"), over=entry.get("over") is True)
        self._apply(entry)
        self._views.clear()
        self._acting = None
        self.revision += 1
        if self.over:
            self.end_question = None
        if self.clock is not None:
            self.clock.set_due({seat: self.last_event(seat) for seat in self.people_to_act()})
            if entry["kind"] == "undo":
                events = self._running_match().events
                self.clock.undo(whole_number(entry["seat"]), len(events) + 1)

    def _apply(self, entry: Entry) -> None:
        match entry["kind"]:
            case "sit":
                seat = self.seats[whole_number(entry["seat"])]
                seat.name, seat.owner = str(entry["name"]), str(entry["owner"])
                self.opener = self.opener or seat.owner
                if entry["seed"]:
                    seat.seed, seat.own_seed = str(entry["seed"]), True
                seat.face = str(entry.get("face", ""))
            case "start":
                self._dice = self.fair_dice()
                self.match = self.new_match()
                self._play_outcomes(self.match, entry)
                self.hints.settle(self.seats)
            case "move" | "fall":
                self._play(self._running_match(), entry)
            case "undo":
                self._undo(self._running_match())
            case "chat":
                line = ChatLine(self.revision + 1, whole_number(entry["seat"]), str(entry["text"]))
                self.chat = [*self.chat, line][-CHAT_KEPT:]
            case "stand-in":
                seat = self.seats[whole_number(entry["seat"])]
                seat.stand_in, seat.left = entry["playing"] is True, False
                self.hints.settle(self.seats)
            case "leave":
                self._leave(whole_number(entry["seat"]))
            case "remove":
                self._remove(whole_number(entry["seat"]))
            case "fill":
                seat_bots(self.seats, entry)
            case "cancel":
                self.cancelled = True
            case "hand-over":
                number = whole_number(entry["seat"])
                self.device_handed_to[self.seats[number].owner] = number
            case "take":
                self._give_device_to(whole_number(entry["seat"]))
            case "end-asked":
                number = whole_number(entry["seat"])
                agreed = frozenset((self.seats[number].owner,))
                self.end_question = EndQuestion(number, self.revision + 1, agreed)
            case "end-answered":
                self._answer_end(whole_number(entry["seat"]), entry["agrees"] is True)
            case "hints":
                owner = self.seats[whole_number(entry["seat"])].owner
                events = len(self._running_match().events)
                self.hints.answer(owner, entry["agrees"] is True, events)
                self.hints.settle(self.seats)
            case "listed":
                self.listed = entry["open"] is True
            case "forgotten":
                self._forget(entry)
            case "lesson-over":
                self.lesson_over = True
            case "abandon":
                self._running_match().abandon()
            case "rematch":
                self.rematch = str(entry["table"])
                self.rematch_commitment = str(entry.get("commitment", ""))
                self.rematch_prepared = texts(entry.get("prepared", []))
            case "follow":
                self.rematch_yes.add(whole_number(entry["seat"]))
            case other:
                raise ValueError(f"a table knows no entry {other!r}")

    def _running_match(self) -> Match:
        assert self.match is not None
        return self.match

    def _play(self, match: Match, entry: Entry) -> None:
        seat = whole_number(entry["seat"])
        typed = entry["kind"] == "fall"
        self.late_seat = seat if entry.get("late") is True else None
        shows_nothing = not entry["falls"] and self.late_seat is None
        before = match.state.copy() if shows_nothing else None
        sealed = match.state.sealed()
        event = match.play(CHANCE if typed else seat, str(entry["text"]))
        if not typed and self.late_seat is None and not self.seats[seat].played_by_bot:
            self._give_device_to(seat)
        if self.late_seat is not None or entry.get("bot") is True:
            self.bot_events.add(event.n)
        # A decision can be undone until it has shown somebody something new: an outcome, what
        # the table says, or the sealed decisions of others.
        last = match.events[-1].by == ("chance" if typed else seat)
        opened = sealed and not match.state.sealed()
        self.undoable_seat = seat if last and shows_nothing and not opened else None
        self._before = before if self.undoable_seat is not None else None
        self.keys.add(entry)
        self._play_outcomes(match, entry)

    def _play_outcomes(self, match: Match, entry: Entry) -> None:
        for text in texts(entry["falls"]):
            match.play(CHANCE, text)

    def _give_device_to(self, seat: int) -> None:
        owner = self.seats[seat].owner
        self.device_holders[owner] = seat
        self.device_handed_to.pop(owner, None)

    # --- Seats that people leave or lose ---

    def _leave(self, number: int) -> None:
        if self.match is None:
            vacate(self.seats, self.plan, number)
            return
        seat = self.seats[number]
        seat.stand_in = seat.left = True
        self.hints.settle(self.seats)
        question = self.end_question
        if question is not None and self.seats[question.seat].owner == seat.owner:
            self.end_question = None

    def _forget(self, entry: Entry) -> None:
        who, ends = str(entry["who"]), entry.get("over") is True
        for number in self.seats_of(who) if not self.over else ():
            self._leave(number)
        rename(self.seats, who, texts(entry["names"]))
        others = [seat.owner for seat in self.seats if seat.owner not in ("", who)]
        if self.opener == who and others:
            self.opener = others[0]
        if self.match is None:
            self.cancelled = self.cancelled or ends
        else:
            self.match.players = tuple(self.names())
            if self.playing and ends:
                self.match.abandon()
        self.forgotten += 1

    def _remove(self, number: int) -> None:
        owner = self.seats[number].owner
        if owner and owner != self.opener:
            self.removed.add(owner)
        seat = vacate(self.seats, self.plan, number)
        seat.vacated += 1
        seat.reserved = None

    def _answer_end(self, number: int, agrees: bool) -> None:
        question = self.end_question
        assert question is not None
        if agrees:
            agreed = question.agreed | {self.seats[number].owner}
            self.end_question = replace(question, agreed=agreed)
        else:
            asker = self.seats[question.seat].owner
            self.end_refused[asker] = len(self._running_match().events)
            self.end_question = None

    def _undo(self, match: Match) -> None:
        last = match.events[-1]
        for seat in range(len(self.seats)):
            if last.to is None or seat in last.to:
                self.undone_at[seat] = self.revision + 1
        assert self._before is not None
        match.take_back(self._before)
        self.bot_events.discard(last.n)
        self.undoable_seat = self._before = None


def load(plan: Plan, entries: Iterable[Entry]) -> Table:
    """A table after all its stored entries."""
    table = Table(plan)
    for entry in entries:
        table.apply(entry)
    return table
