"""A table with its stored entries: tests compare it with the table that is loaded from them."""

import json

from cubilete.core.rng import Rng
from cubilete.table.entry import Entry
from cubilete.table.table import Table

from .test_table import step


class StoredGame:
    """A game that has begun."""

    def __init__(self, table: Table, stored: list[str], rng: Rng) -> None:
        self.table = table
        self.stored = stored
        self.rng = rng

    def apply(self, entry: Entry) -> None:
        self.stored.append(json.dumps(entry))
        self.table.apply(json.loads(self.stored[-1]))

    def play(self, events: int) -> None:
        match = self.table.match
        assert match is not None
        least = len(match.events) + events
        while len(match.events) < least:
            self.stored.append(step(self.table, self.rng))
