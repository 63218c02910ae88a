"""The games of an experiment, part by part: their results and, on request, their records."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

from cubilete.study.frames.experiment import Experiment, Part
from cubilete.study.parallel import in_order

PART_AT_MOST = 250
"""Smaller than the parts of files: a person watches the progress."""


class Played(NamedTuple):
    """A game that is over."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    record: str
    """Its record; "" where none was asked for."""


def results(source: Experiment, executor: Executor | None = None) -> Iterator[Played]:
    """The games without records, in their order; random ones in the compiled loop."""
    return in_parts(source, partial(play_all, source), executor)


def records(
    source: Experiment, executor: Executor | None = None, with_legal: bool = False
) -> Iterator[Played]:
    """The games with their records; `with_legal` adds every legal move to each decision."""
    return in_parts(source, partial(record_all, source, with_legal), executor)


def in_parts(
    source: Experiment, play: Callable[[range], Iterator[Played]], executor: Executor | None
) -> Iterator[Played]:
    if executor is None:
        yield from play(range(1, source.games + 1))
        return
    parts = source.parts(min(PART_AT_MOST, source.part_size(with_decisions=False)))
    for played in in_order(partial(whole, play), parts, executor):
        yield from played


def whole(play: Callable[[range], Iterator[Played]], part: Part) -> list[Played]:
    return list(play(part.numbers))


def play_all(source: Experiment, numbers: range) -> Iterator[Played]:
    simulation = source.simulation()
    start = simulation.start()
    for number in numbers:
        state = start.copy()
        simulation.finish(state, number)
        yield Played(number, tuple(state.scores()), tuple(state.winners()), "")


def record_all(source: Experiment, with_legal: bool, numbers: range) -> Iterator[Played]:
    simulation = source.simulation()
    for number in numbers:
        match = simulation.match(number, with_legal)
        scores, winners = match.state.scores(), match.state.winners()
        yield Played(number, tuple(scores), tuple(winners), match.record().to_text())
