"""Seis dados as tables: features of positions, and uses of its material."""

from collections.abc import Iterable, Iterator

from cubilete.core.message import Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Feature, Piece, Study, Use
from cubilete.core.record import Event
from cubilete.games.seis_dados.rules import SeisDados
from cubilete.games.seis_dados.study.features import features, summary
from cubilete.games.seis_dados.study.uses import KIND_WORDS, pieces, uses


class SeisDadosStudy(Study[SeisDados]):
    def features(self, state: SeisDados, seat: int) -> dict[str, Feature]:
        return features(state, seat)

    def summary(self, state: SeisDados) -> dict[str, Feature]:
        return summary(state)

    def uses(self, setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
        return uses(setup, events)

    def pieces(self, setup: Setup) -> Iterator[Piece]:
        return pieces(setup)

    def kind_words(self, kind: str) -> Message:
        return Message(KIND_WORDS[kind])
