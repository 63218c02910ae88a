"""What is told of a game so far, event by event.

It follows its match: only events that are new since the last call are told. An undo takes back the
last event, so the story is told anew if the last event that it knows is another one.
"""

from collections.abc import Sequence

from cubilete.core.match import Match
from cubilete.core.parts.chronicle import Chronicle, Told


def story_for(match: Match, seat: int | None) -> list[Told]:
    """What is told of the events that a seat may know; None is a spectator."""
    told = Story(match, match.players).told()
    return [told[event.n - 1] for event in match.seen_by(seat)]


class Story:
    """The story of one match. Event `n` is told at index `n - 1`. It has hidden events too: a page
    must leave out those that its viewer may not know."""

    def __init__(self, match: Match, names: Sequence[str]) -> None:
        self._match = match
        self._names = names
        self._last = ""
        """The text of the last event told."""
        self._told: list[Told] = []
        self._chronicle = self._new_chronicle()

    def _new_chronicle(self) -> Chronicle:
        found: Chronicle = self._match.game.words.chronicle(self._names, self._match.setup)
        return found

    def told(self) -> Sequence[Told]:
        events, known = self._match.events, len(self._told)
        if known and (known > len(events) or events[known - 1].text != self._last):
            self._told, self._chronicle, known = [], self._new_chronicle(), 0
        for event in events[known:]:
            self._told.append(self._chronicle.hear(event))
            self._last = event.text
        return self._told
