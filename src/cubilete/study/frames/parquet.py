"""An experiment as Parquet files in a folder, which can be continued after a kill.

    folder/experiment.json             what is played
    folder/games/part-00001.parquet    one row a game
    folder/decisions/part-00001.parquet  one row a decision, on request

A part is a range of games whose files are made by one process and written here under another name
first, so a file is complete or not there. A part is done when all its files are there; `games` is
written last. What is in the files depends on the experiment alone: not on the number of processes,
nor on how often it was stopped.
"""

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from cubilete.core.errors import CubileteError
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_
from cubilete.core.registry import find_game
from cubilete.study.frames.experiment import Experiment, Part
from cubilete.study.frames.rows import DECISIONS, GAMES, both_batches, game_batch
from cubilete.study.parallel import in_order

FORMAT = "cubilete-study/1"
DESCRIPTION = "experiment.json"
COMPRESSION = "zstd"
UNFINISHED = ".unfinished"


class OtherExperiment(CubileteError):
    """The folder has files of something else."""


@dataclass(frozen=True)
class Written:
    """What `write_parquet` has done."""

    folder: Path
    games: int
    """How many games the folder has."""
    played: int
    """How many of them were played now; the others were there."""

    def files(self, table: str = GAMES) -> list[Path]:
        """The files of a table, “games” or “decisions”, in the order of the games."""
        return sorted((self.folder / table).glob("part-*.parquet"))


def write_parquet(
    source: Experiment,
    folder: str | Path,
    decisions: bool = False,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda games: None,
    part_size: int | None = None,
) -> Written:
    """Plays what the folder does not have yet and writes it there.

    A folder has one experiment. It can be given again with more games, never with fewer or with
    anything else changed: then OtherExperiment is raised. `progress` is told how many games were
    added. `part_size` is the number of games in a part, where the usual one doesn't suit.
    """
    folder = Path(folder)
    size = part_size or source.part_size(decisions)
    tables = [DECISIONS, GAMES] if decisions else [GAMES]
    describe(folder, source, tables, size)
    for table in tables:
        (folder / table).mkdir(exist_ok=True)
    played = 0
    missing = missing_parts(folder, source, tables, size, progress)
    for part, files in in_order(partial(make_part, source, tables), missing, executor):
        for table in tables:
            write_file(file_of(folder, table, part), files[table])
        played += len(part.numbers)
        progress(len(part.numbers))
    return Written(folder, source.games, played)


# --- What is there ---


def describe(folder: Path, source: Experiment, tables: list[str], size: int) -> None:
    """Writes what is played into an empty folder; refuses a folder with something else."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / DESCRIPTION
    new = description(source, tables, size)
    if file.exists():
        try:
            old = json.loads(file.read_text("utf-8"))
        except ValueError:
            old = {}
        games = old.pop("games", 0) if isinstance(old, dict) else 0
        if old != {key: value for key, value in new.items() if key != "games"}:
            raise OtherExperiment(
                "other-experiment", "", N_("{folder} has another experiment."), folder=folder
            )
        if games > source.games:
            raise OtherExperiment(
                "more-games",
                "",
                N_("{folder} has more games already: {games}."),
                folder=folder,
                games=games,
            )
    elif any(path.suffix != UNFINISHED for path in folder.iterdir()):
        raise OtherExperiment(
            "not-empty", "", N_("{folder} has files of something else."), folder=folder
        )
    write_file(file, (json.dumps(new, ensure_ascii=False, indent=1) + "\n").encode())


def description(source: Experiment, tables: list[str], size: int) -> JsonObject:
    """All that the rows depend on, and the number of games."""
    game = find_game(source.game)
    setup = source.simulation().setup
    options: JsonObject = {}
    for name, value in setup.options.items():
        options[name] = list[Json](value) if isinstance(value, list) else value
    return {
        "format": FORMAT,
        "game": source.game,
        "edition": game.rules.edition,
        "bots": list(source.bots),
        "seed": source.seed,
        "options": options,
        "material": setup.material,
        "tables": list[Json](sorted(tables)),
        "part_size": size,
        "games": source.games,
    }


def missing_parts(
    folder: Path,
    source: Experiment,
    tables: list[str],
    size: int,
    progress: Callable[[int], None],
) -> Iterator[Part]:
    for part in source.parts(size):
        if all(file_of(folder, table, part).exists() for table in tables) and (
            pq.read_metadata(file_of(folder, GAMES, part)).num_rows == len(part.numbers)
        ):
            progress(len(part.numbers))
        else:
            yield part


def file_of(folder: Path, table: str, part: Part) -> Path:
    return folder / table / f"part-{part.place:05}.parquet"


# --- Making parts, in any process ---


def make_part(source: Experiment, tables: list[str], part: Part) -> tuple[Part, dict[str, bytes]]:
    """The files of a part. They are small, so they can be sent from one machine to another."""
    if DECISIONS in tables:
        batches = both_batches(source, part.numbers)
    else:
        batches = {GAMES: game_batch(source, part.numbers)}
    return part, {table: file_bytes(batch) for table, batch in batches.items()}


def file_bytes(batch: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_batches([batch]), sink, compression=COMPRESSION)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def write_file(file: Path, data: bytes) -> None:
    unfinished = file.with_suffix(UNFINISHED)
    with unfinished.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(file)
