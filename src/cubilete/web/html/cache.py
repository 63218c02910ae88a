"""Drawings of a table, shared by all viewers who see the same.

A cache belongs to a table and lives as long as it. It holds what was drawn of the present revision
only, except for the lines of the history, which never change.
"""

from collections.abc import Callable, Hashable, Sequence
from weakref import WeakKeyDictionary

from cubilete.core.match import Story
from cubilete.core.parts.chronicle import Told
from cubilete.core.record import Event
from cubilete.table.table import Table
from cubilete.web.html.perspective import Commitment, commitment_of
from cubilete.web.html.pieces import LivePart
from cubilete.web.html.side.history import Drawn

MOST_PARTS = 32
"""How many parts of one revision are kept; more are drawn each time."""


class TableCache:
    def __init__(self, forgotten: int = 0) -> None:
        self.forgotten = forgotten
        """Of the table: when somebody is forgotten, their name must go from the history too."""
        self.revision = -1
        self._parts: dict[Hashable, LivePart] = {}
        self._shared: dict[Hashable, list[str]] = {}
        self._history: dict[tuple[str, bool], tuple[list[Event], list[Drawn]]] = {}
        self._story: Story | None = None
        self._commitment: Commitment | None = None

    def at(self, revision: int) -> "TableCache":
        """This cache, without what was drawn of another revision."""
        if self.revision != revision:
            self._parts.clear()
            self._shared.clear()
            self._commitment = None
            self.revision = revision
        return self

    def kept_part(self, key: Hashable) -> LivePart | None:
        """The live part that all viewers with this key see, if it has been drawn."""
        return self._parts.get(key)

    def part(self, key: Hashable, draw: Callable[[], LivePart]) -> LivePart:
        """The live part that all viewers with this key see."""
        found = self._parts.get(key)
        if found is None:
            found = draw()
            if len(self._parts) < MOST_PARTS:
                self._parts[key] = found
        return found

    def shared(self, key: Hashable, make: Callable[[], list[str]]) -> list[str]:
        """What is the same for all viewers with this key. Each kind of it has keys of its own."""
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = make()
        return found

    def commitment(self, table: Table) -> Commitment | None:
        if self._commitment is None:
            self._commitment = commitment_of(table)
        return self._commitment

    def told(self, table: Table, names: Sequence[str]) -> Sequence[Told]:
        """What is told of all events so far; `names` are those of the seats."""
        if self._story is None:
            assert table.match is not None
            self._story = Story(table.match, names)
        return self._story.told()

    def history(
        self, language: str, details: bool, events: list[Event], draw: Callable[[Event], Drawn]
    ) -> list[Drawn]:
        """What is drawn of these events; those that were among the last ones are not drawn
        again."""
        before, drawn = self._history.get((language, details), ([], []))
        if events != before:
            known = dict(zip(map(id, before), drawn, strict=True))
            drawn = [known.get(id(event)) or draw(event) for event in events]
            self._history[language, details] = events, drawn
        return drawn


_caches: WeakKeyDictionary[Table, TableCache] = WeakKeyDictionary()


def cache_of(table: Table) -> TableCache:
    """The cache of a table, at its present revision."""
    found = _caches.get(table)
    if found is None or found.forgotten != table.forgotten:
        found = _caches[table] = TableCache(table.forgotten)
    return found.at(table.revision)
