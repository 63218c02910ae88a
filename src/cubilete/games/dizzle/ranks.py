"""Ranks of solo scores (DZ-19): percentiles of a strong player's scores on each level.

`data/ranks.txt` holds the limits for the sheets beside it; tools/dizzle_ranks.py computes them.
`data/first` has the sheets that we shipped before them, with their own limits: a game that was
played on one keeps its rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from cubilete.core.datafile import DataFile, parse
from cubilete.core.message import N_, Message
from cubilete.games.dizzle.layout import PrintedSheet
from cubilete.games.dizzle.setup import LEVELS

PERCENTILES = (10, 25, 50, 75, 90, 98)
"""The percentiles at which the ranks begin, without the lowest rank."""
FOLDERS = ("data", "data/first")
"""Where sheets and limits are: those that games begin with, and earlier ones."""


RANK_WORDS = (
    N_("Apprentice"),
    N_("Globetrotter"),
    N_("Navigator"),
    N_("Guide"),
    N_("Strategist"),
    N_("Ace"),
    N_("Legend"),
)


@dataclass(frozen=True)
class Rank:
    """A rank from 1, the lowest; `least` is its lowest score, None for rank 1."""

    number: int
    name: Message
    least: int | None


def level_of(sheet: PrintedSheet) -> int | None:
    """The level that this sheet is or was; None for a sheet of one's own."""
    found = shipped_as(sheet)
    return None if found is None else found[1]


def ranks_of(sheet: PrintedSheet) -> tuple[Rank, ...]:
    """The ranks of solo scores on this sheet; none for a sheet of one's own."""
    found = shipped_as(sheet)
    return () if found is None else ranks(found[1], found[0])


def shipped_as(sheet: PrintedSheet) -> tuple[str, int] | None:
    """Folder and level of a sheet that we ship or have shipped."""
    printed = [list(row) for row in sheet.grid]
    return next((name for name, grid in shipped_grids().items() if grid == printed), None)


@cache
def shipped_grids() -> dict[tuple[str, int], list[list[str]]]:
    """The grids of all sheets by folder and level, the present ones first."""
    return {
        (folder, level): [
            line.text.split() for line in read(f"{folder}/level-{level}.txt").section("grid").lines
        ]
        for folder in FOLDERS
        for level in LEVELS
    }


def read(name: str) -> DataFile:
    return parse(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


@cache
def ranks(level: int, folder: str = FOLDERS[0]) -> tuple[Rank, ...]:
    """The ranks of a level, ascending."""
    line = read(f"{folder}/ranks.txt").section(f"level {level}").lines[0]
    limits: list[int | None] = [None, *map(int, line.text.split())]
    return tuple(
        Rank(number, Message(name), least)
        for number, (name, least) in enumerate(zip(RANK_WORDS, limits, strict=True), 1)
    )


def rank_of(score: int, among: Sequence[Rank]) -> Rank:
    """The highest of these ranks that a solo score reaches."""
    return [rank for rank in among if rank.least is None or score >= rank.least][-1]


def percentiles(scores: list[int]) -> list[int]:
    """The scores at PERCENTILES."""
    ordered = sorted(scores)
    return [ordered[len(ordered) * share // 100] for share in PERCENTILES]
