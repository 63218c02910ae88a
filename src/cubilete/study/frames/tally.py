"""The tally of games that are on the disk, file by file."""

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from cubilete.study.simulate import ScoreSummary, Tally


def tally_of(files: Iterable[Path]) -> Tally:
    """Scores, wins and shared wins of each seat; `files` are those of the table of games."""
    tally = Tally()
    for file in files:
        add_games(tally, pq.read_table(file))
    return tally


def add_games(tally: Tally, games: pa.Table) -> None:
    scores = [name for name in games.column_names if name.startswith("score_")]
    if not tally.games:
        tally.begin(len(scores))
    tally.games += games.num_rows
    alone = pc.equal(games["winners"], 1)
    for seat, name in enumerate(scores):
        tally.scores[seat] = joined(tally.scores[seat], summary_of(games[name]))
        won = pc.greater(games[f"share_{seat}"], 0)
        tally.wins[seat] += pc.sum(pc.and_(won, alone)).as_py()
        tally.shared[seat] += pc.sum(pc.and_not(won, alone)).as_py()


def summary_of(column: pa.ChunkedArray) -> ScoreSummary:
    mean = pc.mean(column).as_py()
    steps = pc.subtract(pc.cast(column, pa.float64()), mean)
    squares = pc.sum(pc.multiply(steps, steps)).as_py()
    ends = pc.min_max(column).as_py()
    return ScoreSummary(len(column), mean, squares, ends["min"], ends["max"])


def joined(one: ScoreSummary, two: ScoreSummary) -> ScoreSummary:
    """The summary of the scores of both (Chan)."""
    if not one.count:
        return two
    count = one.count + two.count
    step = two.mean - one.mean
    return ScoreSummary(
        count,
        one.mean + step * two.count / count,
        one.squares + two.squares + step * step * one.count * two.count / count,
        min(one.least, two.least),
        max(one.most, two.most),
    )
