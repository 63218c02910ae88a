"""The daily cup: each day's dice, who has tried, the table of the day and streaks.

Two kinds of documents:

- `cup`, key `DAY/GAME`: the secret of the day's dice. It belongs to nobody. The first process that
  adds it decides, and it never changes: its commitment has been published.
- `cup-result`, key `DAY/GAME/OWNER`: the one try of a person, which belongs to them. It is added
  before its table is opened, so that two requests at once are one try.

Days are dates in UTC. What ends after its day does not count: the secret is public then.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta

from cubilete.core.fair import commitment_of
from cubilete.store.base import Conflict, Store, Unavailable
from cubilete.store.documents import Document
from cubilete.table.kinds.cup import GAMES
from cubilete.table.table import Table

DICE, RESULT = "cup", "cup-result"
DAY = timedelta(days=1)
MOST_RESULTS = 1000
"""Of a day and game; more are not listed."""
MOST_DAYS = 1000
"""The longest streak."""
TRIES = 5
Today = Callable[[], date]


def utc_today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True)
class Try:
    """The one try of a person at a day's game."""

    table: str
    name: str
    state: str = "open"
    """`open`, `done`, `given-up`, or `late` where it ended after its day."""
    points: int = 0
    rival: int | None = None
    """The points of the IA; None in a game without it."""
    won: bool = False

    @property
    def done(self) -> bool:
        return self.state == "done"

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> "Try":
        return cls(**json.loads(text))


@dataclass(frozen=True)
class Place:
    """A line of the table of the day."""

    place: int
    """Equal points share a place."""
    tried: Try
    own: bool


def commitment(secret: str) -> str:
    return commitment_of(bytes.fromhex(secret))


class Cups:
    """The cups of all days of this server."""

    def __init__(self, store: Store, today: Today) -> None:
        self._store = store
        self.today = today

    # --- Dice ---

    async def secret_of(self, day: date, slug: str) -> str:
        """The secret of a day's dice, made when it is first needed. The caller must not show it
        before the day is over."""
        key = f"{day.isoformat()}/{slug}"
        found = await self._store.documents.find(DICE, key)
        if found is None:
            made = Document(DICE, key, json.dumps({"secret": secrets.token_hex(32)}))
            with suppress(Conflict):  # another process was faster: its secret counts
                await self._store.documents.add(made)
            found = await self._store.documents.find(DICE, key)
            assert found is not None
        return str(json.loads(found.content)["secret"])

    async def published(self, day: date, slug: str) -> str:
        """The secret of a day that is over; "" for other days, and where nobody looked at it."""
        if day >= self.today():
            return ""
        found = await self._store.documents.find(DICE, f"{day.isoformat()}/{slug}")
        return str(json.loads(found.content)["secret"]) if found else ""

    # --- Tries ---

    async def try_of(self, day: date, slug: str, owner: str) -> Try | None:
        found = await self._store.documents.find(RESULT, result_key(day, slug, owner))
        return Try.from_text(found.content) if found else None

    async def begin(self, day: date, slug: str, owner: str, tried: Try) -> Try:
        """The person's try at this day's game: this one, or the one that they had begun."""
        key = result_key(day, slug, owner)
        try:
            await self._store.documents.add(Document(RESULT, key, tried.to_text(), owner))
        except Conflict:
            found = await self.try_of(day, slug, owner)
            assert found is not None
            return found
        return tried

    async def note(self, table: Table) -> None:
        """Notes the result of a cup's table where the game is over. It may be called again: if the
        store fails now, the cup's page does it later."""
        if not table.plan.cup or not table.over:
            return
        owner, day = table.seats[0].owner, date.fromisoformat(table.plan.cup)
        key = result_key(day, table.plan.game, owner)
        with suppress(Unavailable):
            for _ in range(TRIES):
                found = await self._store.documents.find(RESULT, key)
                if found is None:
                    return  # the person has asked to be forgotten
                tried = Try.from_text(found.content)
                if tried.state != "open" or tried.table != table.plan.table:
                    return
                with suppress(Conflict):
                    noted = ended(tried, table, late=self.today() > day)
                    await self._store.documents.replace(found, noted.to_text())
                    return

    # --- The table of the day, and streaks ---

    async def results(self, day: date, slug: str, owner: str) -> list[Place]:
        """Everybody who has finished, the best first."""
        prefix = f"{day.isoformat()}/{slug}/"
        found = await self._store.documents.beginning(RESULT, prefix, MOST_RESULTS)
        tries = [(Try.from_text(each.content), each.owner == owner) for each in found]
        return ranked([(tried, own) for tried, own in tries if tried.done])

    async def streak(self, owner: str) -> int:
        """On how many days in a row a person has finished a game of the cup, up to today, or up to
        yesterday while they can still play today."""
        most = MOST_DAYS * len(GAMES)
        found = await self._store.documents.owned(owner, RESULT, most)
        days = {
            date.fromisoformat(each.key.partition("/")[0])
            for each in found
            if Try.from_text(each.content).done
        }
        return days_in_a_row(days, self.today())


def result_key(day: date, slug: str, owner: str) -> str:
    return f"{day.isoformat()}/{slug}/{owner}"


def ended(tried: Try, table: Table, *, late: bool) -> Try:
    """A try with the result of its table."""
    result = table.match.result if table.match is not None else None
    assert result is not None
    if result.abandoned:
        return replace(tried, state="given-up")
    points, *rivals = result.scores
    return replace(
        tried,
        state="late" if late else "done",
        points=points,
        rival=rivals[0] if rivals else None,
        won=0 in result.winners,
    )


def ranked(tries: Sequence[tuple[Try, bool]]) -> list[Place]:
    """Who won against the IA first, then by points, and by how few the IA has."""

    def rank(tried: Try) -> tuple[bool, int, int]:
        if tried.rival is None:
            return False, -tried.points, 0
        return not tried.won, -tried.points, tried.rival

    ordered = sorted(tries, key=lambda each: (*rank(each[0]), each[0].name.casefold()))
    ranks = [rank(tried) for tried, _ in ordered]
    return [Place(ranks.index(rank(tried)) + 1, tried, own) for tried, own in ordered]


def days_in_a_row(days: set[date], today: date) -> int:
    day = today if today in days else today - DAY
    count = 0
    while day in days:
        count, day = count + 1, day - DAY
    return count
