"""Dizzle as tables: features of positions, and uses of its material."""

from collections.abc import Iterable, Iterator

from cubilete.core.message import Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Feature, Piece, Study, Use
from cubilete.core.record import Event
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.study.features import features, summary
from cubilete.games.dizzle.study.uses import KIND_WORDS, WANTED_SHARES, best_score, pieces, uses


class DizzleStudy(Study[Dizzle]):
    def features(self, state: Dizzle, seat: int) -> dict[str, Feature]:
        return features(state, seat)

    def summary(self, state: Dizzle) -> dict[str, Feature]:
        return summary(state)

    def uses(self, setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
        return uses(setup, events)

    def pieces(self, setup: Setup) -> Iterator[Piece]:
        return pieces(setup)

    def kind_words(self, kind: str) -> Message:
        return Message(KIND_WORDS[kind])

    def wanted_shares(self) -> tuple[float, float]:
        return WANTED_SHARES

    def best_score(self, setup: Setup) -> int:
        return best_score(setup)
