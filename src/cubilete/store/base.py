"""The interface of a store, and what every store guarantees.

An entry is stored for good when `append` has returned: it survives a crash of the process and a
loss of power. For one table and one number only one `append` ever succeeds, also between processes;
that is the lock that orders the changes of a table.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cubilete.store.documents import DocumentStore


class Conflict(Exception):
    """An entry of this number, or a table of this name, is stored already."""


class Unavailable(Exception):
    """The store can't be reached or written. What was to be stored may be stored or not."""


@dataclass(frozen=True)
class StoredTable:
    """A table as it is stored: its plan and its entries, as JSON."""

    plan: str
    entries: list[str]


@dataclass(frozen=True)
class SeatedTable:
    """A table at which a person has a seat."""

    table: str
    game: str
    over: bool


@dataclass(frozen=True)
class Cutoff:
    """Days since 1970: what was last used before them may be removed."""

    tables: int
    records: int
    evenings: int


@dataclass(frozen=True)
class Unused:
    """The names of tables, imported records and evenings that may be removed."""

    tables: Sequence[str] = ()
    records: Sequence[str] = ()
    evenings: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.tables or self.records or self.evenings)


def day_of(seconds: float) -> int:
    """The day since 1970 of a Unix time."""
    return int(seconds // 86400)


class Upkeep(Protocol):
    """Housekeeping in a store. Every method may raise Unavailable."""

    async def size(self) -> int:
        """The bytes on the disk that hold something."""

    async def unused(self, before: Cutoff, most: int) -> Unused:
        """At most so many tables that never began and have not changed since the cutoff, so many
        imported records that nobody has looked at since, and so many evenings that nobody has used
        since."""

    async def remove(self, found: Unused, before: Cutoff) -> None:
        """Removes what `unused` has found for the same cutoff, the analyses of the records among
        it, and who was at the evenings. What was used meanwhile stays."""

    async def rewrite(self, table: str, n: int, entry: str) -> None:
        """Replaces a stored entry. Only for the name of a person who asked to be forgotten: what
        an entry does must stay the same, since other processes have applied it."""

    async def rewrite_plan(self, table: str, plan: str) -> None:
        """Replaces the plan of a table, for the same reason and with the same care."""


@dataclass(frozen=True)
class StoredAnalysis:
    """The analysis of a game that somebody has asked for."""

    report: str
    """As JSON; empty until it is finished."""
    abandoned: bool
    """Whether no other process works on an analysis that is not finished."""
    done: int = 0
    """Steps that another process has done."""
    total: int = 0
    """Steps of the whole game; 0 until they have been counted."""


class AnalysisStore(Protocol):
    """Analyses of finished games, by keys: `t/` and a table, or `r/` and an imported record. Under
    `w/` and a creation it is noted that somebody waits for its balance report.

    A process claims an analysis before it begins, so that no other one works on the same game. A
    claim holds while its process reports progress. A process must know itself what it works on: it
    may claim a game twice. Every method may raise Unavailable.
    """

    async def find(self, game: str) -> StoredAnalysis | None:
        """The analysis of a game; None if nobody has asked for it."""

    async def claim(self, game: str) -> bool:
        """True if this process shall do the analysis: it is not finished, and no other process
        works on it."""

    async def progress(self, game: str, done: int, total: int) -> bool:
        """Reports progress and renews the claim; False if another process has it now."""

    async def release(self, game: str) -> None:
        """Gives up the claim. The analysis is still asked for: it is abandoned until a process
        claims it."""

    async def keep(self, game: str, report: str) -> None:
        """Stores the finished report. One that is stored already stays."""

    async def forget(self, game: str) -> None:
        """Removes an analysis, finished or not."""


class PresenceStore(Protocol):
    """When people were last seen at tables. Every method may raise Unavailable."""

    async def note(self, ages: Mapping[str, Mapping[str, float]]) -> None:
        """Reports when people were last seen by this process: for each table and owner the age
        of the sign in seconds. It need not survive a crash. An older sign replaces no newer one."""

    async def read(self, tables: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        """What all processes have lately reported for these tables: the age of the last sign of
        each owner, in seconds. Tables without any are left out."""


class Store(Protocol):
    """Every method may raise Unavailable."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def secret(self, name: str = "secret") -> bytes:
        """A random key: made once, the same for all processes. The one without a name signs
        cookies."""

    async def renew_secret(self, name: str) -> None:
        """Replaces a key by a new one. Other processes learn it when they ask for it again."""

    async def create(self, table: str, game: str, plan: str) -> None:
        """Stores a new table; raises Conflict if there is one of this name."""

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        """Stores entry `n`; raises Conflict if there is one already, or no such table.

        `owner` is the person who sits down by this entry, `over` says that it ends the game.
        """

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        """A table with its entries after number `after`; None if there is no such table."""

    async def entries_after(self, after: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """For each table its entries after the number given; tables that have none are left out."""

    def changes(self) -> AsyncIterator[Sequence[str]]:
        """The names of tables that other processes have changed; endless.

        An empty list means that announcements may have been lost: any table may have changed.
        """

    async def use_once(self, token: str, now: int, until: int) -> bool:
        """True for the first caller of all processes who names this token, False for the others.

        `now` and `until` are seconds since 1970. Tokens are forgotten after their `until`, so the
        caller must refuse a token that has expired.
        """

    async def sign_out(self, owner: str) -> int:
        """Raises the lowest generation of a person's devices by one, and returns it."""

    async def generations(self) -> Mapping[str, int]:
        """The lowest generation of devices that counts, for each person who has signed out."""

    async def tables_of(self, owner: str, most: int) -> Sequence[SeatedTable]:
        """The tables at which a person sits: running ones first, then the latest changed."""

    async def unlist(self, table: str, owners: Sequence[str]) -> None:
        """People who have no seat at a table any more: `tables_of` leaves it out for them."""

    async def keep_record(self, name: str, text: str) -> None:
        """Stores a record from elsewhere. The same name means the same record."""

    async def find_record(self, name: str) -> str | None:
        """A record stored by `keep_record`; None if there is none of this name.

        It notes the day, so that a record that people look at is not removed.
        """

    @property
    def analyses(self) -> AnalysisStore:
        """Analyses of finished games."""

    @property
    def presence(self) -> PresenceStore:
        """Who was last seen where."""

    @property
    def documents(self) -> DocumentStore:
        """People's settings, evenings, results of a day, home-made material."""

    @property
    def upkeep(self) -> Upkeep:
        """Housekeeping."""
