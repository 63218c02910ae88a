"""Twenty One as tables: features of positions, and uses of its material."""

from collections.abc import Iterable, Iterator

from cubilete.core.message import Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Feature, Piece, Study, Use
from cubilete.core.record import Event
from cubilete.games.twenty_one.rules import TwentyOne
from cubilete.games.twenty_one.study.features import features, summary
from cubilete.games.twenty_one.study.uses import BEST_SCORE, KIND_WORDS, pieces, uses


class TwentyOneStudy(Study[TwentyOne]):
    def features(self, state: TwentyOne, seat: int) -> dict[str, Feature]:
        return features(state, seat)

    def summary(self, state: TwentyOne) -> dict[str, Feature]:
        return summary(state)

    def uses(self, setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
        return uses(setup, events)

    def pieces(self, setup: Setup) -> Iterator[Piece]:
        return pieces(setup)

    def kind_words(self, kind: str) -> Message:
        return Message(KIND_WORDS[kind])

    def best_score(self, setup: Setup) -> int:
        return BEST_SCORE
