"""The interface of a store, and what every store guarantees.

An entry is stored for good when `append` has returned: it survives a crash of the process and a
loss of power. For one table and one number only one `append` ever succeeds, also between processes;
that is the lock that orders the changes of a table.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


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


@dataclass(frozen=True)
class Unused:
    """The names of tables and imported records that may be removed."""

    tables: Sequence[str]
    records: Sequence[str]


def day_of(seconds: float) -> int:
    """The day since 1970 of a Unix time."""
    return int(seconds // 86400)


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

    async def keep_record(self, name: str, text: str) -> None:
        """Stores a record from elsewhere. The same name means the same record."""

    async def find_record(self, name: str) -> str | None:
        """A record stored by `keep_record`; None if there is none of this name.

        It notes the day, so that a record that people look at is not removed.
        """

    # --- Housekeeping ---

    async def size(self) -> int:
        """The bytes on the disk that hold something."""

    async def unused(self, before: Cutoff, most: int) -> Unused:
        """At most so many tables that never began and have not changed since the cutoff, and so
        many imported records that nobody has looked at since."""

    async def remove(self, unused: Unused, before: Cutoff) -> None:
        """Removes what `unused` has found for the same cutoff. What was used meanwhile stays."""
