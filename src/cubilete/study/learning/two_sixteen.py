"""Makes the weights for `outlook` of 216 that the package ships in its folder `data`.

The seat that learns plays among seats of `normal`, which play for the points of their turn as most
players do. The same seed gives the same bytes. It takes about ten minutes compiled, and hours
interpreted.
"""

from collections.abc import Callable

from librt.vecs import vec

from cubilete.core.rng import Rng
from cubilete.games.two_sixteen.policy.expert import TwoSixteenExpert
from cubilete.games.two_sixteen.policy.outlook import TARGET, Outlook
from cubilete.games.two_sixteen.policy.strategy import TwoSixteenStrategy
from cubilete.games.two_sixteen.policy.worths import plain_race, race_with
from cubilete.games.two_sixteen.rules import first_position
from cubilete.games.two_sixteen.scoring import Cards
from cubilete.study.learning.two_sixteen_network import Lesson, first_weights

GAMES = 240_000
PLAYERS = (2, 2, 2, 3, 4, 5, 6)
"""The games have so many players in turn."""
RATES = ((0.5, 0.002), (0.8, 0.0006), (1.0, 0.00015))
"""The learning rate, up to each share of the games."""
STEP = 1000
"""After so many games the progress is told."""


def learn(
    cards: Cards,
    seed: int,
    games: int = GAMES,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> vec[float]:
    rng = Rng(seed)
    outlook = Outlook(first_weights(rng))
    lesson = Lesson(TwoSixteenExpert(cards, race_with(cards, alone=False), outlook))
    others = TwoSixteenStrategy(cards, plain_race(cards), late=0.0)
    for number in range(games):
        lesson.rate = next(rate for until, rate in RATES if number < until * games)
        players = PLAYERS[number % len(PLAYERS)]
        state = first_position(cards, players, TARGET)
        lesson.play(state, rng.below(players), others, rng)
        lesson.learn(rng)
        if (number + 1) % STEP == 0:
            progress((number + 1) // STEP, games // STEP)
    return outlook.weights
