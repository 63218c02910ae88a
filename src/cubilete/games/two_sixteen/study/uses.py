"""When the material of 216 is used in a game, and the points that it gives."""

from collections.abc import Iterable, Iterator

from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Use
from cubilete.core.record import Event


def uses(setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
    return iter(())
