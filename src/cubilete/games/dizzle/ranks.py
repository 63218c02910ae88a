"""Ranks of solo scores (DZ-19): percentiles of a strong player's scores on each level.

`data/ranks.txt` holds the limits. They were computed with an earlier bot and stay as they are, so
that a score keeps its rank; tools/dizzle_ranks.py computes limits by the level `normal`.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources

from cubilete.core.datafile import Section, parse
from cubilete.core.game import Game
from cubilete.core.rng import seeded
from cubilete.core.strategy import play_out
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.view import DizzleView

PERCENTILES = (10, 25, 50, 75, 90, 98)
"""The percentiles at which the ranks begin, without the lowest rank."""


@dataclass(frozen=True)
class Rank:
    """A rank from 1, the lowest; `least` is its lowest score, None for rank 1."""

    number: int
    names: dict[str, str]
    """By language."""
    least: int | None


def rank_of(level: int, score: int) -> Rank:
    """The rank of a solo score on a shipped level."""
    reached = [rank for rank in ranks(level) if rank.least is None or score >= rank.least]
    return reached[-1]


@cache
def ranks(level: int) -> tuple[Rank, ...]:
    """The ranks of a level, ascending."""
    path = resources.files(__package__).joinpath("data/ranks.txt")
    data = parse(path.read_text(encoding="utf-8"))
    spanish = words(data.section("es"))
    english = words(data.section("en"))
    limits: list[int | None] = [None]
    limits += [int(word) for word in data.section(f"level {level}").lines[0].text.split()]
    return tuple(
        Rank(number, {"es": es, "en": en}, least)
        for number, (es, en, least) in enumerate(zip(spanish, english, limits, strict=True), 1)
    )


def words(section: Section) -> list[str]:
    return [line.text for line in section.lines]


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
