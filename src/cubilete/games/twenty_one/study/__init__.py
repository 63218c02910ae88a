"""Twenty One as tables: features of positions, and uses of its material."""

from collections.abc import Iterable, Iterator

from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Feature, Study, Use
from cubilete.core.record import Event
from cubilete.games.twenty_one.rules import TwentyOne
from cubilete.games.twenty_one.study.features import features
from cubilete.games.twenty_one.study.uses import uses


class TwentyOneStudy(Study[TwentyOne]):
    def features(self, state: TwentyOne, seat: int) -> dict[str, Feature]:
        return features(state, seat)

    def uses(self, setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
        return uses(setup, events)
