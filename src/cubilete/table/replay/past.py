"""The past of a match, event by event, for what the last page tells of it."""

from collections.abc import Iterator
from functools import cached_property
from typing import cast

from cubilete.core.game import AnyGame
from cubilete.core.match import CODES, Match
from cubilete.core.record import By, Event
from cubilete.core.state import CHANCE, TABLE, State
from cubilete.core.view import View


class PlayedEvent:
    """An event, and the position before it until the game is played on."""

    def __init__(self, game: AnyGame, state: State, event: Event) -> None:
        self.by: By = event.by
        self.text = event.text
        self._game = game
        self._state = state

    @cached_property
    def before(self) -> View:
        return cast(View, self._game.rules.view(self._state, None))

    @property
    def draws(self) -> int:
        return len(self._state.draws()) if self._state.turn() == CHANCE else 0


class MatchPast:
    """All events of a match; each loop plays it once more."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __iter__(self) -> Iterator[PlayedEvent]:
        game = self.match.game
        state: State = game.rules.start(self.match.setup)
        for event in self.match.events:
            yield PlayedEvent(game, state, event)
            by = CODES[event.by] if isinstance(event.by, str) else event.by
            state.advance(by, 0 if by == TABLE else state.read(by, event.text))
