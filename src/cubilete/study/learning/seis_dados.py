"""Learns the laws by which the strategy of Seis dados plays. Each of STARTS takes minutes compiled.

Learning starts from games of the casual player and repeats: count how the categories ended, play
by what was counted. The laws of the casual games are stored too; the level `normal` expects its
opponents to play so.
"""

from collections.abc import Callable

from cubilete.core.rng import seeded
from cubilete.core.strategy import Strategy
from cubilete.games.seis_dados.policy.casual import CasualPlayer
from cubilete.games.seis_dados.policy.laws import BASIC, CASUAL, Laws, Stored
from cubilete.games.seis_dados.policy.strategy import SeisDadosStrategy, quick_strategy
from cubilete.games.seis_dados.rules import SeisDados, new_game
from cubilete.games.seis_dados.tables import CATEGORY_COUNT
from cubilete.study.learning.seis_dados_counting import Counts, count, play, value_jokers
from cubilete.study.learning.seis_dados_fitting import laws_of

ALL = (1 << CATEGORY_COUNT) - 1
STARTS: dict[str, SeisDados] = {
    "two": new_game(2, BASIC, False, 0),
    "lowest": new_game(2, BASIC, True, 0),
    "three": new_game(3, BASIC, False, 0),
    "two-all": new_game(2, ALL, False, 0),
    "lowest-all": new_game(2, ALL, True, 0),
    "three-all": new_game(3, ALL, False, 0),
}
"""The games that are played for each of the stored laws; `law_name` finds the name of a setup."""

ROUNDS = 8
GAMES = 2000
"""Games in each round."""
KEPT = 0.4
"""How much the counts of a round tell in the next one."""
CASUAL_SEATS = {2: 0, 3: 60}
"""The percentage of casual players in the games. With three, laws of strong players only are bad
advice against others, and the mixture costs nothing against strong ones."""


def learn(
    name: str, rounds: int, games: int, seed: int, progress: Callable[[str], None]
) -> dict[str, Stored]:
    """The laws of one of STARTS, and those of the casual games."""
    start = STARTS[name]
    seats = int(start.seats)
    rng = seeded("laws", name, seed)
    casual: Strategy = CasualPlayer()
    counts = Counts()
    for _ in range(games):
        count(counts, *play(start, [casual] * seats, rng))
    found = {CASUAL + name: laws_of(counts, seats), name: laws_of(counts, seats)}
    counts.fade(KEPT / 4)
    for number in range(rounds):
        laws = Laws(found[name])
        strategy = quick_strategy(start, laws)
        for _ in range(games):
            strangers = [rng.below(100) < CASUAL_SEATS[seats] for _ in range(seats)]
            players = [casual if stranger else strategy for stranger in strangers]
            count(counts, *play(start, players, rng))
        for _ in range(games // 10):
            value_jokers(counts, start, SeisDadosStrategy(start, laws), rng)
        found[name] = laws_of(counts, seats)
        counts.fade(KEPT)
        progress(f"{name}: round {number + 1} of {rounds}")
    return found
