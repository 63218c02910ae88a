"""Games between bots as data: simulated, measured, and read as tables.

    from cubilete import study

    plan = study.experiment("seis-dados", games=1000, bots=["novice", "normal"], seed=7)
    study.games(plan)                           # a Polars frame, one row a game
    study.decisions(plan)                       # one row a decision
    study.games_stream(plan)                    # the same as Arrow streams, in bounded memory
    study.write_parquet(plan, "folder")         # and as Parquet files; goes on where it stopped
    study.games(study.Arena("216", ("normal", "novice"), players=2, deals=50))

The tables need the packages of the extra `study` (pip install 'cubilete[study]'). They are imported
when one of these names is first used, so the rest of this package works without them.
docs/study.md explains the columns.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubilete.study.arena import Arena
    from cubilete.study.frames.experiment import Experiment, experiment
    from cubilete.study.frames.parquet import Written, write_parquet
    from cubilete.study.frames.streams import decisions, decisions_stream, games, games_stream

__all__ = [
    "Arena",
    "Experiment",
    "Written",
    "decisions",
    "decisions_stream",
    "experiment",
    "games",
    "games_stream",
    "write_parquet",
]

MODULES = {
    "Arena": "arena",
    "Experiment": "frames.experiment",
    "Written": "frames.parquet",
    "decisions": "frames.streams",
    "decisions_stream": "frames.streams",
    "experiment": "frames.experiment",
    "games": "frames.streams",
    "games_stream": "frames.streams",
    "write_parquet": "frames.parquet",
}
"""Where the names of the library are defined."""
PACKAGES = frozenset({"numpy", "polars", "pyarrow"})


def __getattr__(name: str) -> object:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        found: object = getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name not in PACKAGES:
            raise
        message = "Tables of games need more packages: pip install 'cubilete[study]'"
        raise ModuleNotFoundError(message, name=error.name) from None
    return found
