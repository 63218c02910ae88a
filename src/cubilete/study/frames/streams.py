"""Games and decisions as Arrow streams and Polars frames.

A stream plays while it is read and holds a bounded number of games. A frame is a whole stream.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import partial
from typing import TypeVar

import polars as pl
import pyarrow as pa

from cubilete.core.errors import BadOption
from cubilete.core.message import N_
from cubilete.study.arena import Arena
from cubilete.study.frames.arena_rows import arena_batch, arena_schema
from cubilete.study.frames.experiment import Experiment, Part
from cubilete.study.frames.rows import (
    DECISIONS,
    both_batches,
    decisions_schema,
    game_batch,
    games_schema,
)
from cubilete.study.parallel import in_order

J = TypeVar("J")


def games_stream(
    source: Experiment | Arena, executor: Executor | None = None
) -> pa.RecordBatchReader:
    """One row a game, of an experiment or an arena, in the order of the games.

    `executor` shares the work among processes or a cluster; the rows stay the same.
    """
    if isinstance(source, Arena):
        return stream(arena_schema(source), arena_batch, source.jobs(), executor)
    parts = source.parts(source.part_size(with_decisions=False))
    return stream(games_schema(source), partial(games_of, source), parts, executor)


def decisions_stream(source: Experiment, executor: Executor | None = None) -> pa.RecordBatchReader:
    """One row a decision, in the order in which they were made, game after game."""
    if isinstance(source, Arena):
        raise BadOption(
            "no-decisions", "", N_("An arena has no table of decisions: simulate its bots instead.")
        )
    parts = source.parts(source.part_size(with_decisions=True))
    return stream(decisions_schema(source), partial(decisions_of, source), parts, executor)


def games(source: Experiment | Arena, executor: Executor | None = None) -> pl.DataFrame:
    """`games_stream` as a frame.

    >>> games(experiment("seis-dados", games=3)).columns[:5]
    ['number', 'decisions', 'winners', 'score_0', 'score_1']
    """
    return frame(games_stream(source, executor))


def decisions(source: Experiment, executor: Executor | None = None) -> pl.DataFrame:
    """`decisions_stream` as a frame.

    >>> decisions(experiment("dizzle", games=1, players=1)).select("seat", "bot").row(0)
    (0, 'random')
    """
    return frame(decisions_stream(source, executor))


def stream(
    schema: pa.Schema,
    play: Callable[[J], pa.RecordBatch],
    jobs: Iterable[J],
    executor: Executor | None,
) -> pa.RecordBatchReader:
    return pa.RecordBatchReader.from_batches(schema, in_order(play, jobs, executor))


def games_of(source: Experiment, part: Part) -> pa.RecordBatch:
    return game_batch(source, part.numbers)


def decisions_of(source: Experiment, part: Part) -> pa.RecordBatch:
    return both_batches(source, part.numbers)[DECISIONS]


def frame(reader: pa.RecordBatchReader) -> pl.DataFrame:
    found = pl.from_arrow(reader.read_all())
    assert isinstance(found, pl.DataFrame)
    return found
