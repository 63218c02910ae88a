"""216 as tables: features of positions, and uses of its material."""

from collections.abc import Iterable, Iterator

from cubilete.core.message import Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Feature, Piece, Study, Use
from cubilete.core.record import Event
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.study.features import features, summary
from cubilete.games.two_sixteen.study.uses import KIND_WORDS, pieces, uses


class TwoSixteenStudy(Study[TwoSixteen]):
    def features(self, state: TwoSixteen, seat: int) -> dict[str, Feature]:
        return features(state, seat)

    def summary(self, state: TwoSixteen) -> dict[str, Feature]:
        return summary(state)

    def uses(self, setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
        return uses(setup, events)

    def pieces(self, setup: Setup) -> Iterator[Piece]:
        return pieces(setup)

    def kind_words(self, kind: str) -> Message:
        return Message(KIND_WORDS[kind])
