"""A table: people and bots who sit down, play a game and talk.

A table is the fold of its entries, as a game is the fold of its events: everything that
changes it is an entry, a small JSON object, numbered from 1. Whoever wants to change it asks
the table for the entry (`sit`, `move`, `undo` …), which checks it and changes nothing; keeps
the entry somewhere safe under the next number; and only then lets the table `apply` it. So
whatever anybody has seen has been kept, and two servers can never let two different things
happen under one number.

Dice and cards are in the entry of the move that causes them, computed by fair dice, or typed
in by the people who roll their own (`real_dice`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cubilete.core.errors import N_, BadOption, CubileteError, IllegalAction
from cubilete.core.fair import SEED, FairDice, commitment_of, fingerprint_of, seed_made
from cubilete.core.game import Game
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.match import Match
from cubilete.core.record import Event, Record
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, TABLE, State
from cubilete.core.view import View, from_seat
from cubilete.table.clock import Clock, terms_of
from cubilete.table.plan import BOT, Plan

Entry = JsonObject

LONGEST_NAME = 24
LONGEST_CHAT = 300
CHAT_KEPT = 200


class TooLate(CubileteError):
    """The move was made on a position that is no longer the current one."""


class NotYours(CubileteError):
    """The seat belongs to somebody else."""


@dataclass
class Seat:
    kind: str
    name: str = ""
    owner: str = ""
    """What tells the person who sits here; empty while nobody does."""
    seed: str = ""
    """What this seat adds to the dice; nobody is shown it before the game is over."""
    own_seed: bool = False
    """Whether the person brought it, or the table made it from its secret."""
    stand_in: bool = False
    """A bot plays for the absent person until they come back."""

    @property
    def taken(self) -> bool:
        return self.kind == BOT or bool(self.owner)

    @property
    def fingerprint(self) -> str:
        """What all are shown of the seed."""
        return fingerprint_of(self.seed)


@dataclass(frozen=True)
class Line:
    """Something that was said at the table."""

    n: int
    seat: int
    text: str


class Table:
    """A table in its present state."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: Game = plan.installed_game()
        self.seats = [Seat(kind) for kind in plan.kinds]
        for number, seat in enumerate(self.seats):
            seat.seed = seed_made(bytes.fromhex(plan.secret), plan.table, number)
            if seat.kind == BOT:
                seat.name = f"Bot {number + 1}"
        self.match: Match | None = None
        self.revision = 0
        self.chat: list[Line] = []
        self.keys: set[str] = set()
        self.takeable: int | None = None
        """The seat whose last decision, or dice typed in, can be taken back."""
        self.undone: dict[int, int] = {}
        """The revision in which each seat last lost an event that it knew."""
        self.rematch = ""
        """The table of the next game, and what all are shown of its secret."""
        self.rematch_promise = ""
        self.clock = Clock(terms_of(plan.clock), len(self.seats)) if plan.clock else None
        self.late: int | None = None
        """The seat that was out of time, if a bot took the last decision for it."""
        self._views: dict[int | None, View] = {}
        """What has been asked for of the present position."""
        self.holders: dict[str, int] = {}
        """Of people who share a device, the seat of whoever has it."""
        self.passed_to: dict[str, int] = {}
        """The seat of whoever is to take the device next."""

    # --- What it is like now ---

    @property
    def playing(self) -> bool:
        return self.match is not None and self.match.result is None

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.result is not None

    @property
    def state(self) -> State:
        if self.match is None:
            raise CubileteError("not-started", "", N_("The game has not begun."))
        return self.match.state

    def view(self, seat: int | None) -> View:
        """What a seat sees now, or a spectator."""
        found = self._views.get(seat)
        if found is None:
            if seat is not None and self.game.all_open:
                found = from_seat(self.view(None), self.state, seat)
            else:
                found = self.game.view(self.state, seat)
            self._views[seat] = found
        return found

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def commitment(self) -> str:
        """What binds the table to its secret; empty where people roll their own dice."""
        return "" if self.plan.real_dice else commitment_of(bytes.fromhex(self.plan.secret))

    def dice(self) -> FairDice:
        seeds = tuple(seat.seed for seat in self.seats)
        made = tuple(n for n, seat in enumerate(self.seats) if not seat.own_seed)
        return FairDice(bytes.fromhex(self.plan.secret), self.plan.table, seeds, made)

    def seats_of(self, owner: str) -> list[int]:
        """The seats that somebody may play: one, or several on one device."""
        return [n for n, seat in enumerate(self.seats) if owner and seat.owner == owner]

    def played_by_bot(self, seat: int) -> bool:
        return self.seats[seat].kind == BOT or self.seats[seat].stand_in

    def people_to_act(self) -> list[int]:
        if not self.playing:
            return []
        return [seat for seat in self.state.to_act if not self.played_by_bot(seat)]

    def bots_to_act(self) -> list[int]:
        if not self.playing:
            return []
        return [seat for seat in self.state.to_act if self.played_by_bot(seat)]

    def awaits_real_dice(self) -> bool:
        return self.playing and self.plan.real_dice and self.state.turn() == CHANCE

    def last_seen(self, seat: int | None) -> int:
        """The number of the last event that a seat knows: moves are made on it."""
        if self.match is None:
            return 0
        return next((event.n for event in self.match.latest(seat)), 0)

    def may_undo(self, seat: int) -> bool:
        return self.playing and self.takeable == seat

    # --- What people ask for: the entry, checked; nothing has happened yet ---

    def sit(self, seat: int, name: str, owner: str, seed: str) -> Entry:
        """Somebody sits down; with no seed of theirs, the table's for this seat counts."""
        self.check_seat(seat)
        if self.match is not None or self.seats[seat].taken:
            raise NotYours("seat-taken", "", N_("Somebody sits there already."))
        if seed and not SEED.fullmatch(seed):
            raise BadOption("bad-seed", "", N_("A seed is 16 to 128 hexadecimal digits."))
        return {
            "kind": "sit",
            "seat": seat,
            "name": self.check_name(name, seat),
            "owner": owner,
            "seed": seed,
        }

    def check_name(self, name: str, seat: int) -> str:
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadOption(
                "bad-name", "", N_("A name has 1 to {most} letters."), most=LONGEST_NAME
            )
        if any(other.name == name for n, other in enumerate(self.seats) if n != seat):
            raise BadOption(
                "same-name", "", N_("Somebody at this table is called {name} already."), name=name
            )
        return name

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise NotYours("no-such-seat", "", N_("There is no seat {seat}."), seat=seat)

    def start(self) -> Entry:
        """All seats are taken: the game begins."""
        if self.match is not None:
            raise TooLate("started", "", N_("The game has begun already."))
        if not all(seat.taken for seat in self.seats):
            raise TooLate("seats-free", "", N_("There are free seats."))
        falls, _ = self.ahead(self.new_match().state, 0, self.dice().seeds)
        return {"kind": "start", "falls": falls}

    def new_match(self) -> Match:
        return Match(self.game, self.names(), self.plan.options, self.plan.material)

    def move(self, seat: int, text: str, on: int, key: str, seen: int | None = None) -> Entry:
        """A decision, with what falls because of it.

        `on` is the last event that the seat knew, `seen` the revision, where it is known.
        """
        match = self.check_playing()
        self.check_seen(seat, on, seen)
        code = match.state.read(seat, text)
        match.state.check(seat, code)
        after = match.state.copy()
        after.advance(seat, code)
        falls, over = self.ahead(after, len(match.events) + 1, self.dice().seeds)
        return {
            "kind": "move",
            "seat": seat,
            "text": text,
            "key": key,
            "falls": falls,
            "over": over,
        }

    def fall(self, seat: int, text: str, on: int, key: str, seen: int | None = None) -> Entry:
        """What real dice show, typed in by somebody at the table."""
        match = self.check_playing()
        self.check_seat(seat)
        if not self.awaits_real_dice():
            raise TooLate("too-late", "", N_("The table has moved on: look again."))
        self.check_seen(seat, on, seen)
        code = match.state.parse(CHANCE, text)
        match.state.check(CHANCE, code)
        text = match.state.text(CHANCE, code)  # dice may be named in any order
        after = match.state.copy()
        after.advance(CHANCE, code)
        _, over = self.ahead(after, 0, ())
        return {"kind": "fall", "seat": seat, "text": text, "key": key, "falls": [], "over": over}

    def check_seen(self, seat: int, on: int, seen: int | None) -> None:
        """What somebody decides must be decided on what is there now. After something has been
        taken back its number comes again: then the revision tells."""
        if on != self.last_seen(seat) or (seen is not None and seen < self.undone.get(seat, 0)):
            raise TooLate("too-late", "", N_("The table has moved on: look again."))

    def check_playing(self) -> Match:
        if self.match is None:
            raise TooLate("not-started", "", N_("The game has not begun."))
        if self.match.result is not None:
            raise IllegalAction("game-over", "", N_("The game is over."))
        return self.match

    def ahead(self, state: State, happened: int, seeds: Sequence[str]) -> tuple[list[Json], bool]:
        """The texts of all dice and cards that are due before somebody decides again, and
        whether the game is over then."""
        dice = FairDice(bytes.fromhex(self.plan.secret), self.plan.table, tuple(seeds))
        state = state.copy()
        texts: list[Json] = []
        while state.turn() == TABLE or (state.turn() == CHANCE and not self.plan.real_dice):
            happened += 1
            if state.turn() == TABLE:
                state.advance(TABLE, 0)
                continue
            code = state.outcome(dice.draw(happened, state.draws()))
            texts.append(state.text(CHANCE, code))
            state.advance(CHANCE, code)
        return texts, state.over

    def undo(self, seat: int) -> Entry:
        self.check_playing()
        if not self.may_undo(seat):
            raise TooLate(
                "no-undo", "", N_("That can't be taken back: something new has been seen since.")
            )
        return {"kind": "undo", "seat": seat}

    def say(self, seat: int, text: str) -> Entry:
        text = " ".join(text.split())
        if not text or len(text) > LONGEST_CHAT or not text.isprintable():
            raise BadOption(
                "bad-chat", "", N_("A line has 1 to {most} letters."), most=LONGEST_CHAT
            )
        return {"kind": "chat", "seat": seat, "text": text}

    def stand_in(self, seat: int, playing: bool) -> Entry:
        """A bot takes the seat of somebody absent, or gives it back."""
        self.check_seat(seat)
        if self.seats[seat].kind == BOT or self.seats[seat].stand_in == playing:
            raise TooLate("too-late", "", N_("The table has moved on: look again."))
        return {"kind": "stand-in", "seat": seat, "playing": playing}

    def hand_over(self, seat: int) -> Entry:
        """The device that several people share is passed to this seat."""
        self.check_playing()
        return {"kind": "hand-over", "seat": seat}

    def take(self, seat: int) -> Entry:
        """Whoever sits here has the device now."""
        self.check_playing()
        return {"kind": "take", "seat": seat}

    def abandon(self, seat: int) -> Entry:
        self.check_playing()
        return {"kind": "abandon", "seat": seat, "over": True}

    def play_again(self, table: str, commitment: str) -> Entry:
        """Another table for the same people is ready, and what binds it to its secret."""
        if self.rematch:
            raise TooLate("too-late", "", N_("The table has moved on: look again."))
        return {"kind": "rematch", "table": table, "commitment": commitment}

    def bot_move(self, seat: int, rng: Rng, key: str) -> Entry:
        """What the bot in this seat does: it is shown the view of its seat, and no more."""
        bot = self.game.bots()[self.plan.bot_of(seat)]()
        text = bot.choose(self.view(seat), rng)
        return self.move(seat, text, self.last_seen(seat), key)

    def late_move(self, elapsed: float, rng: Rng, key: str) -> Entry:
        """Somebody's time is up, so long after the last entry: a bot takes this decision."""
        seat = self.clock.out(elapsed) if self.clock is not None else None
        if seat is None:
            raise TooLate("too-late", "", N_("The table has moved on: look again."))
        return {**self.bot_move(seat, rng, key), "late": True}

    # --- What has been kept happens ---

    def apply(self, entry: Entry) -> None:
        if self.clock is not None:
            self.clock.charge(seconds(entry.get("spent", 0)))
        self._views.clear()
        match entry["kind"]:
            case "sit":
                seat = self.seats[whole(entry["seat"])]
                seat.name, seat.owner = str(entry["name"]), str(entry["owner"])
                if entry["seed"]:
                    seat.seed, seat.own_seed = str(entry["seed"]), True
            case "start":
                self.match = self.new_match()
                self.fall_down(entry)
            case "move" | "fall":
                self.happen(entry)
            case "undo":
                self.take_back()
            case "chat":
                line = Line(self.revision + 1, whole(entry["seat"]), str(entry["text"]))
                self.chat = [*self.chat, line][-CHAT_KEPT:]
            case "stand-in":
                self.seats[whole(entry["seat"])].stand_in = entry["playing"] is True
            case "hand-over":
                self.passed_to[self.seats[whole(entry["seat"])].owner] = whole(entry["seat"])
            case "take":
                self.give_device_to(whole(entry["seat"]))
            case "abandon":
                assert self.match is not None
                self.match.abandon()
            case "rematch":
                self.rematch = str(entry["table"])
                self.rematch_promise = str(entry.get("commitment", ""))
            case other:
                raise ValueError(f"a table knows no entry {other!r}")
        self.revision += 1
        if self.clock is not None:
            self.clock.turn({seat: self.last_seen(seat) for seat in self.people_to_act()})

    def happen(self, entry: Entry) -> None:
        assert self.match is not None
        seat = whole(entry["seat"])
        typed = entry["kind"] == "fall"
        sealed = self.match.state.sealed()
        self.match.play(CHANCE if typed else seat, str(entry["text"]))
        self.late = seat if entry.get("late") is True else None
        if not typed and self.late is None and not self.played_by_bot(seat):
            self.give_device_to(seat)
        last = self.match.events[-1].by == ("chance" if typed else seat)
        opened = sealed and not self.match.state.sealed()  # the others' decisions have been seen
        final = opened or bool(entry["falls"]) or self.late is not None
        self.takeable = seat if last and not final else None
        self.keys.add(str(entry["key"]))
        self.fall_down(entry)

    def give_device_to(self, seat: int) -> None:
        owner = self.seats[seat].owner
        self.holders[owner] = seat
        self.passed_to.pop(owner, None)

    def fall_down(self, entry: Entry) -> None:
        assert self.match is not None
        falls = entry["falls"]
        assert isinstance(falls, list)
        for text in falls:
            self.match.play(CHANCE, str(text))

    def take_back(self) -> None:
        """The game is folded again, without its last event."""
        assert self.match is not None
        *events, last = self.match.events
        for seat in range(len(self.seats)):
            if last.to is None or seat in last.to:
                self.undone[seat] = self.revision + 1
        self.match = self.new_match()
        for event in events:
            if event.by != "table":
                self.match.play(CHANCE if event.by == "chance" else int(event.by), event.text)
        self.takeable = None

    # --- What is sent ---

    def record(self) -> Record:
        """The record of the game, with the proof of its dice once it is over."""
        if self.match is None:
            raise CubileteError("not-started", "", N_("The game has not begun."))
        record = self.match.record()
        if self.plan.real_dice:
            return record
        dice = self.dice()
        header = record.header.with_more({"fair": dice.promise()})
        if record.result is None:
            return Record(header, record.events)
        result = record.result.with_more({"fair": dice.proof()})
        return Record(header, self.with_draws(record.events, dice), result)

    def with_draws(self, events: Sequence[Event], dice: FairDice) -> tuple[Event, ...]:
        """Every fall with the numbers that were drawn for it and how many ways each had, so
        that they can be computed again without knowing the rules."""
        match = self.new_match()
        noted: list[Event] = []
        for event in events:
            more: JsonObject = {}
            if event.by == "chance":
                ways = match.state.draws()
                drawn = dice.draw(event.n, ways)
                more = {"fair": {"of": list[Json](ways), "drawn": list[Json](drawn)}}
            noted.append(replace(event, more=event.more | more))
            if event.by != "table":
                match.play(CHANCE if event.by == "chance" else int(event.by), event.text)
        return tuple(noted)

    def seen_by(self, seat: int | None, after: int = 0) -> list[Event]:
        return self.match.seen_by(seat, after) if self.match is not None else []


def whole(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def seconds(value: Json) -> float:
    if not isinstance(value, (int, float)):
        raise TypeError(f"{value!r} is not a number of seconds")
    return float(value)


def load(plan: Plan, entries: Sequence[Entry]) -> Table:
    """A table as it was left."""
    table = Table(plan)
    for entry in entries:
        table.apply(entry)
    return table
