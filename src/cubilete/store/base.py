"""What a store does. An entry that `append` has returned from survives anything."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


class Conflict(Exception):
    """Another entry has this number already: somebody was quicker."""


class Unavailable(Exception):
    """The store can't be reached or written now; what was to be kept may be kept or not."""


@dataclass(frozen=True)
class Kept:
    """A table as it is kept: its plan and its entries, as JSON."""

    plan: str
    entries: list[str]


@dataclass(frozen=True)
class Place:
    """A seat that somebody has at a table."""

    table: str
    game: str
    over: bool


class Store(Protocol):
    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def secret(self) -> bytes:
        """The key that signs cookies: made once, the same for all processes."""

    async def create(self, table: str, game: str, plan: str) -> None:
        """Keeps a new table."""

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        """Keeps entry `n`; raises Conflict if there is one already.

        `owner` is whoever sits down with it; `over` says that the game has ended.
        """

    async def load(self, table: str, after: int = 0) -> Kept | None:
        """A table with its entries after number `after`; None if there is no such table."""

    async def places(self, owner: str, most: int) -> Sequence[Place]:
        """Where somebody sits, the latest first."""

    async def keep_record(self, name: str, text: str) -> None:
        """Keeps the record of a game from elsewhere; the same name means the same record."""

    async def find_record(self, name: str) -> str | None:
        """A record that was kept; None if there is none of this name."""

    async def news(self, after: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """Of each table the entries after a number, where there are any."""

    def changes(self) -> AsyncIterator[Sequence[str]]:
        """The tables that other processes have changed, none if it may be any; endless."""
