"""Ranks of solo scores (DZ-19): percentiles of a strong player's scores on each level.

`data/ranks.txt` holds the limits. They were computed with an earlier bot and stay as they are, so
that a score keeps its rank; tools/dizzle_ranks.py computes limits by the level `normal`.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources

from cubilete.core.datafile import parse
from cubilete.core.game import Game
from cubilete.core.message import N_, Message
from cubilete.core.rng import seeded
from cubilete.core.strategy import play_out
from cubilete.games.dizzle.layout import PrintedSheet
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.setup import LEVELS
from cubilete.games.dizzle.view import DizzleView

PERCENTILES = (10, 25, 50, 75, 90, 98)
"""The percentiles at which the ranks begin, without the lowest rank."""


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
    """The shipped level that this sheet is; None for a sheet of one's own."""
    printed = [list(row) for row in sheet.grid]
    return next((level for level, grid in shipped_grids().items() if grid == printed), None)


@cache
def shipped_grids() -> dict[int, list[list[str]]]:
    folder = resources.files(__package__).joinpath("data")
    texts = {
        level: folder.joinpath(f"level-{level}.txt").read_text(encoding="utf-8") for level in LEVELS
    }
    return {
        level: [line.text.split() for line in parse(text).section("grid").lines]
        for level, text in texts.items()
    }


def rank_of(level: int, score: int) -> Rank:
    """The rank of a solo score on a shipped level."""
    reached = [rank for rank in ranks(level) if rank.least is None or score >= rank.least]
    return reached[-1]


@cache
def ranks(level: int) -> tuple[Rank, ...]:
    """The ranks of a level, ascending."""
    path = resources.files(__package__).joinpath("data/ranks.txt")
    data = parse(path.read_text(encoding="utf-8"))
    limits: list[int | None] = [None]
    limits += [int(word) for word in data.section(f"level {level}").lines[0].text.split()]
    return tuple(
        Rank(number, Message(name), least)
        for number, (name, least) in enumerate(zip(RANK_WORDS, limits, strict=True), 1)
    )


def solo_score(game: Game[Dizzle, DizzleView], level: int, seed: int) -> int:
    """The score of the level `normal` in one solo game."""
    setup = game.setup(1, {"level": level})
    state = game.rules.start(setup)
    play_out(state, game.policy.strategy(setup), seeded("dizzle ranks", level, seed))
    return state.scores()[0]


def percentiles(scores: list[int]) -> list[int]:
    """The scores at PERCENTILES."""
    ordered = sorted(scores)
    return [ordered[len(ordered) * share // 100] for share in PERCENTILES]
