"""An evening: a group that plays several games in a row, with points by place.

It is a document of kind `evening`, by an unguessable name, which is its link. It belongs to nobody:
if one of the group asks to be forgotten, the others keep it. What is in it is all that an evening
is; every change is a function from one `Evening` to the next, which is applied again on the stored
one when another process was faster.

That a person takes part is noted in a document of theirs, of kind `guest` and with the key
`OWNER/EVENING`, so that they can be forgotten.
"""

import json
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import count

from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.message import N_
from cubilete.core.registry import all_games
from cubilete.store.base import Conflict, Store, Unavailable, day_of
from cubilete.store.documents import Document
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.names import check_unlike, clean_name

KIND, GUEST = "evening", "guest"
TURN, LOT = "turn", "lot"
CHOICES = (TURN, LOT)
MOST_GUESTS = 12
MOST_ROUNDS = 60
MOST_NOTED = 10_000
"""Evenings whose last use is remembered in memory."""
TRIES = 8


@dataclass(frozen=True)
class Guest:
    owner: str
    name: str
    left: bool = False
    """They don't take part any more; their points stay."""
    face: str = ""
    """What they have at tables in place of their initial; see `table/seating/faces.py`."""


@dataclass(frozen=True)
class Round:
    """One game of the evening."""

    table: str
    game: str
    owners: tuple[str, ...]
    """By seat."""
    points: tuple[float, ...] = ()
    """By seat; empty until the game is over, and where it was given up."""
    over: bool = False


@dataclass(frozen=True)
class Standing:
    """A line of the running table."""

    place: int
    guest: Guest
    points: float
    wins: int
    games: int


@dataclass(frozen=True)
class Evening:
    choice: str
    """Who chooses the next game: each in turn, or the lot."""
    guests: tuple[Guest, ...]
    """In the order in which they came."""
    rounds: tuple[Round, ...] = ()
    over: bool = False

    # --- What everybody sees ---

    @property
    def present(self) -> list[Guest]:
        return [guest for guest in self.guests if not guest.left]

    @property
    def current(self) -> Round | None:
        """The game that is being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].over else None

    def guest(self, owner: str) -> Guest | None:
        """The guest, if they take part."""
        return next((guest for guest in self.present if guest.owner == owner), None)

    @property
    def opener(self) -> str:
        """Who may end the evening and take somebody off it: the first who is still there."""
        return self.present[0].owner if self.present else ""

    @property
    def chooser(self) -> Guest | None:
        """Whose turn it is to choose a game; None where the lot decides."""
        present = self.present
        if self.choice == LOT or not present:
            return None
        return present[len(self.rounds) % len(present)]

    def may_choose(self, owner: str) -> bool:
        """Where the lot decides, anybody of the group may ask it."""
        chooser = self.chooser
        return self.guest(owner) is not None and (chooser is None or chooser.owner == owner)

    def offered(self) -> list[AnyGame]:
        """The games for as many people as there are."""
        return [game for game in all_games() if len(self.present) in game.about.players]

    def standings(self) -> list[Standing]:
        points: dict[str, float] = defaultdict(float)
        wins: dict[str, int] = defaultdict(int)
        games: dict[str, int] = defaultdict(int)
        for played in self.rounds:
            for owner, won in zip(played.owners, played.points, strict=False):
                points[owner] += won
                games[owner] += 1
                wins[owner] += won == max(played.points)
        order = sorted(self.guests, key=lambda guest: -points[guest.owner])
        totals = [points[guest.owner] for guest in order]
        return [
            Standing(
                totals.index(points[guest.owner]) + 1,
                guest,
                points[guest.owner],
                wins[guest.owner],
                games[guest.owner],
            )
            for guest in order
            if games[guest.owner] or not guest.left
        ]

    # --- Changes ---

    def with_guest(self, owner: str, name: str, face: str = "") -> "Evening":
        """Somebody joins, or comes back, perhaps under another name."""
        self._check_on()
        name = clean_name(name)
        others = [guest for guest in self.guests if guest.owner != owner]
        reserved = [game.words.extra_player(0) for game in all_games()]
        check_unlike(name, [guest.name for guest in others], reserved)
        if not any(guest.owner == owner for guest in self.guests):
            if len(self.guests) >= MOST_GUESTS:
                raise NotYours(
                    "evening-full",
                    "",
                    N_("An evening has at most {most} people."),
                    most=MOST_GUESTS,
                )
            return replace(self, guests=(*self.guests, Guest(owner, name, face=face)))
        return self._with(owner, Guest(owner, name, face=face))

    def without(self, owner: str, by: str) -> "Evening":
        """Somebody leaves, or is taken off by the opener."""
        self._check_on()
        found = self.guest(owner)
        if found is None:
            raise too_late()
        if by not in (owner, self.opener):
            raise NotYours(
                "not-opener", "", N_("Only the person who opened the evening can do that.")
            )
        return self._with(owner, replace(found, left=True))

    def _with(self, owner: str, changed: Guest) -> "Evening":
        guests = tuple(changed if guest.owner == owner else guest for guest in self.guests)
        return replace(self, guests=guests)

    def forgetting(self, owner: str, word: str) -> "Evening":
        """A person's points stay, under another name and an owner whom nobody is."""
        somebody = secrets.token_hex(16)
        names = {guest.name for guest in self.guests if guest.owner != owner}
        free = (f"{word} {number}" if number > 1 else word for number in count(1))
        name = next(each for each in free if each not in names)
        rounds = tuple(
            replace(each, owners=tuple(somebody if one == owner else one for one in each.owners))
            for each in self.rounds
        )
        return replace(self._with(owner, Guest(somebody, name, left=True)), rounds=rounds)

    def with_round(self, played: Round, number: int) -> "Evening":
        """The next game begins; `number` is that of the game that was chosen for."""
        self._check_on()
        if number != len(self.rounds) or self.current is not None:
            raise too_late()
        if len(self.rounds) >= MOST_ROUNDS:
            raise TooLate("evening-long", "", N_("This evening has had enough games."))
        return replace(self, rounds=(*self.rounds, played))

    def with_result(self, table: str, points: Sequence[float]) -> "Evening":
        """The game at a table is over; it may have been noted before."""
        rounds = tuple(
            replace(each, points=tuple(points), over=True)
            if each.table == table and not each.over
            else each
            for each in self.rounds
        )
        return replace(self, rounds=rounds)

    def ended(self, by: str) -> "Evening":
        self._check_on()
        if by != self.opener:
            raise NotYours(
                "not-opener", "", N_("Only the person who opened the evening can do that.")
            )
        if self.current is not None:
            raise TooLate("evening-plays", "", N_("Finish the game first."))
        return replace(self, over=True)

    def check_choice(self, owner: str, number: int) -> None:
        """A person may choose the game of this number now."""
        self._check_on()
        if number != len(self.rounds) or self.current is not None:
            raise too_late()
        if len(self.present) < 2:
            raise BadOption("few-people", "", N_("An evening needs two people at least."))
        if not self.may_choose(owner):
            raise NotYours("not-chooser", "", N_("It isn't your turn to choose."))

    def check_offered(self, game: AnyGame) -> None:
        if game not in self.offered():
            raise BadOption(
                "bad-count",
                "",
                N_("{game} isn't for {count} people."),
                game=game.name,
                count=len(self.present),
            )

    def _check_on(self) -> None:
        if self.over:
            raise TooLate("evening-over", "", N_("This evening is over."))

    # --- As it is stored ---

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> "Evening":
        data = json.loads(text)
        return cls(
            choice=data["choice"],
            guests=tuple(Guest(**guest) for guest in data["guests"]),
            rounds=tuple(
                Round(
                    each["table"],
                    each["game"],
                    tuple(each["owners"]),
                    tuple(each["points"]),
                    each["over"],
                )
                for each in data["rounds"]
            ),
            over=data["over"],
        )


def too_late() -> TooLate:
    return TooLate("too-late", "", N_("The evening has moved on: take another look."))


@dataclass(frozen=True)
class StoredEvening:
    name: str
    revision: int
    evening: Evening = field(repr=False)


class Evenings:
    """The evenings of this server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._used: dict[str, int] = {}
        """The day on which the store was last told that an evening is in use, for some of them."""

    async def open(self, choice: str, owner: str, name: str, face: str = "") -> str:
        """A new evening of one person; returns its name."""
        if choice not in CHOICES:
            raise BadOption("bad-choice", "", N_("The next game is chosen by turn or by lot."))
        evening = Evening(choice, ()).with_guest(owner, name, face)
        key = secrets.token_urlsafe(12)
        await self._note_guest(owner, key)
        await self._store.documents.add(Document(KIND, key, evening.to_text()))
        return key

    async def join(self, evening: str, owner: str, name: str, face: str = "") -> None:
        await self._note_guest(owner, evening)
        await self.change(evening, lambda now: now.with_guest(owner, name, face))

    async def _note_guest(self, owner: str, evening: str) -> None:
        with suppress(Conflict):  # noted before
            await self._store.documents.add(Document(GUEST, f"{owner}/{evening}", "{}", owner))

    async def forget(self, owner: str, word: str, most: int) -> int:
        """A person is called `word` at so many of their evenings, and has left; returns at how
        many."""
        noted = await self._store.documents.owned(owner, GUEST, most)
        for each in noted:
            evening = each.key.partition("/")[2]
            if await self.find(evening) is not None:
                change = partial(Evening.forgetting, owner=owner, word=word)
                await self.change(evening, change)
            await self._store.documents.remove(GUEST, each.key)
        return len(noted)

    async def find(self, name: str) -> StoredEvening | None:
        found = await self._store.documents.find(KIND, name)
        if found is None:
            return None
        await self.note_use(name)
        return StoredEvening(name, found.revision, Evening.from_text(found.content))

    async def note_use(self, name: str) -> None:
        """Somebody looks at an evening or plays at one of its tables: housekeeping leaves it."""
        today = day_of(time.time())
        if self._used.get(name) == today:
            return
        if len(self._used) >= MOST_NOTED:
            self._used.clear()
        with suppress(Unavailable):  # a full disk can still be read
            await self._store.documents.note_use(KIND, name)
            self._used[name] = today

    async def change(self, name: str, change: Callable[[Evening], Evening]) -> Evening:
        """Applies a change; raises what it raises. The evening must be there."""
        for _ in range(TRIES):
            found = await self._store.documents.find(KIND, name)
            assert found is not None
            before = Evening.from_text(found.content)
            after = change(before)
            if after == before:
                return before
            try:
                await self._store.documents.replace(found, after.to_text())
            except Conflict:
                continue
            return after
        raise Conflict(name)
