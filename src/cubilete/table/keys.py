"""Keys of requests: a request that is sent twice with the same key plays once.

A key belongs to a seat. Two players may choose the same key, and neither can spoil the other's.
"""

from dataclasses import dataclass

from cubilete.core.message import N_
from cubilete.table.entry import Entry, whole_number
from cubilete.table.errors import TooLate


@dataclass(frozen=True)
class RequestKey:
    """The key of one request."""

    seat: int
    key: str
    text: str | None = None
    """The move that the request asks for; None where the key is a hash of it."""


class PlayedKeys:
    """The keys of all moves that were played at a table, and undone ones."""

    def __init__(self) -> None:
        self._texts: dict[tuple[int, str], str] = {}

    def add(self, entry: Entry) -> None:
        self._texts[whole_number(entry["seat"]), str(entry["key"])] = str(entry["text"])

    def has(self, request: RequestKey) -> bool:
        """Whether the move of this request was played; raises TooLate if the seat has played
        another one with this key."""
        played = self._texts.get((request.seat, request.key))
        if played is None:
            return False
        if request.text is not None and request.text != played:
            raise TooLate("key-used", "", N_("You have used this key for another move."))
        return True
