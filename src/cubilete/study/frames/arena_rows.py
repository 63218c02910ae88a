"""The games of an arena as rows: one a game, with its deal and the rotation of the seats.

How long decisions took is not among them: it would be different each time.
"""

import pyarrow as pa

from cubilete.core.registry import find_game
from cubilete.core.rng import Rng
from cubilete.study.arena import Arena, Job, deals_of
from cubilete.study.frames.columns import (
    NUMBER,
    SMALL,
    Row,
    batch_of,
    bot_types,
    feature_types,
    score_types,
    share_types,
)
from cubilete.study.frames.rows import result


def arena_schema(arena: Arena) -> pa.Schema:
    game = find_game(arena.game)
    state = game.rules.start(arena.check())
    state.playout(Rng(0))
    scores = len(state.scores())
    return pa.schema(
        {
            "deal": NUMBER,
            "rotation": SMALL,
            "winners": SMALL,
            **score_types(scores),
            **share_types(scores),
            **feature_types(game.study.summary(state)),
            **bot_types(arena.players),
        }
    )


def arena_batch(job: Job) -> pa.RecordBatch:
    """A row for each game of some deals."""
    rows: list[Row] = []
    for deal in deals_of(job):
        for rotation in range(len(job.line_up)):
            state = deal.play_rotation(rotation)
            row = (
                deal.number,
                rotation,
                *result(state),
                *deal.game.study.summary(state).values(),
                *deal.seated(rotation),
            )
            rows.append(row)
    return batch_of(rows, arena_schema(job.arena))
