"""How good a solo score is (DZ-19): ranks by the scores of a strong player on each level."""

from dataclasses import dataclass
from functools import cache
from importlib import resources

from cubilete.core.datafile import Section, parse
from cubilete.core.game import Game
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE
from cubilete.games.dizzle.bot import GreedyBot

PERCENTILES = (10, 25, 50, 75, 90, 98)
"""Where each rank but the lowest begins, in hundredths of the strong player's games."""


@dataclass(frozen=True)
class Rank:
    """A rank: 1 is the lowest; `least` is the score that it begins at, None for the lowest."""

    number: int
    names: dict[str, str]
    """By language."""
    least: int | None


def rank_of(level: int, score: int) -> Rank:
    """The rank that a solo score has on one of our levels."""
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


def solo_score(game: Game, level: int, seed: int) -> int:
    """What the strong player scores in one solo game."""
    chance = seeded("dizzle ranks", level, seed, "chance")
    luck = seeded("dizzle ranks", level, seed, "bot")
    bot = GreedyBot()
    state = game.new(1, {"level": level})
    while not state.over:
        if state.turn() == CHANCE:
            state.advance(CHANCE, state.sample(chance))
        else:
            state.play(0, bot.choose(game.view(state, 0), luck))
    return state.scores()[0]


def percentiles(scores: list[int]) -> list[int]:
    """The scores at PERCENTILES: where the ranks of a level begin."""
    ordered = sorted(scores)
    return [ordered[len(ordered) * share // 100] for share in PERCENTILES]
