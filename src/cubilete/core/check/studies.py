"""The study part of a game: columns that stay the same, and nothing hidden in them."""

import re

from cubilete.core.check.fault import guarded, hold
from cubilete.core.game import AnyGame
from cubilete.core.match import Match
from cubilete.core.parts.study import RESERVED, Feature, Use
from cubilete.core.state import State

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class Studies:
    """What one setup of a game is told as tables."""

    def __init__(self, game: AnyGame) -> None:
        self.study = game.study
        self.types: dict[str, list[tuple[str, type]]] = {}
        """The names and types of the columns, by method."""

    def check_features(self, state: State, other: State, seat: int) -> None:
        """In both positions `seat` may act and sees the same."""
        with guarded("study.features()"):
            found = self.study.features(state, seat)
            same = self.study.features(other, seat)
        self.check_columns("features", found)
        hold(found == same, "study.features() depends on what the seat can't see")

    def check_columns(self, method: str, found: dict[str, Feature]) -> None:
        columns = [(name, type(value)) for name, value in found.items()]
        for name, kind in columns:
            hold(
                NAME.fullmatch(name) is not None and name not in RESERVED,
                f"study.{method}() has a bad name for a column: {name}",
            )
            hold(
                kind in (bool, int, float, str),
                f"study.{method}(): {name} is neither a number, a text nor a truth value",
            )
        hold(
            self.types.setdefault(method, columns) == columns,
            f"study.{method}() has other names or types than in an earlier position",
        )

    def check_end(self, match: Match) -> None:
        """The match is over."""
        with guarded("study.summary()"):
            self.check_columns("summary", self.study.summary(match.state))
        with guarded("study.uses()"):
            uses = list(self.study.uses(match.setup, match.events))
        scores = len(match.state.scores())
        hold(
            all([isinstance(use, Use) and 0 <= use.seat < scores for use in uses]),
            "study.uses() has something else than uses of a seat",
        )
