"""What the bots of Dizzle are made from: the strategy, the casual player, the position itself."""

import json
from dataclasses import replace
from functools import cache
from importlib import resources

from cubilete.core.datafile import parse
from cubilete.core.parts.encoding import Encoding
from cubilete.core.parts.policy import Budget, Effort, Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.strategy import Strategy
from cubilete.games.dizzle.policy.casual import Casual
from cubilete.games.dizzle.policy.chances import Chances, Weights
from cubilete.games.dizzle.policy.encoding import DizzleEncoding
from cubilete.games.dizzle.policy.imagine import position_of
from cubilete.games.dizzle.policy.lesson import Lesson
from cubilete.games.dizzle.policy.lessons import lesson_for
from cubilete.games.dizzle.policy.strategy import Planner
from cubilete.games.dizzle.rules import ROUNDS, Dizzle
from cubilete.games.dizzle.setup import sheet_of
from cubilete.games.dizzle.tables import Sheet
from cubilete.games.dizzle.view import DizzleView

QUICK = 1
"""How many dice of its own the strategy looks ahead. With two it wins about one point and a half
more, but search has only half as many playouts, and is no better."""
THOROUGH = 2
DEEP = 3
"""What the choice of `expert` itself looks ahead on a sheet that was learned."""
BUDGETS = {
    1: Budget(playouts=2500, shortlist=6, turns=3, trust=1.0),
    2: Budget(playouts=2400, shortlist=6, turns=2, trust=1.0),
    3: Budget(playouts=2000, shortlist=6, turns=2, trust=1.0),
    4: Budget(playouts=1300, shortlist=6, turns=2, trust=1.0),
}
"""By the number of players: turns last longer and cost more with more of them. With a third turn a
playout costs 1.6 times as much, and the difference of two decisions has twice the variance; alone,
two turns gain nothing more from 300 playouts than from 80. Decisions beyond the first six are
hardly ever the best."""
LEARNED = {
    1: Budget(playouts=2500, shortlist=8, turns=3, trust=1.0),
    2: Budget(playouts=3000, shortlist=8, turns=1, trust=1.0),
    3: Budget(playouts=2500, shortlist=8, turns=1, trust=1.0),
    4: Budget(playouts=2000, shortlist=8, turns=1, trust=1.0),
}
"""The same for sheets that were learned. With others a playout ends with the current turn: what was
learned is better at the end of it than the rest of a playout by the strategy. Alone it goes on for
two turns more, because what was learned is off by a point and a half between two turns: a game
gains 0.7 points. A fourth turn gains nothing more."""
HINTED = 12
"""How many decisions hints tell about at most."""


class DizzlePolicy(Policy[Dizzle, DizzleView]):
    usual_events = 140

    def __init__(self) -> None:
        self.latest: tuple[DizzleView, Dizzle] | None = None
        """The last view and its position: search asks for the same one many times."""

    def strategy(self, setup: Setup) -> Strategy:
        return Planner(sheet(setup), setup.players, chances_for(setup.players), QUICK)

    def normal(self, setup: Setup) -> Strategy:
        return Planner(sheet(setup), setup.players, chances_for(setup.players), THOROUGH)

    def expert(self, setup: Setup) -> Strategy:
        lesson = lesson_for(setup.material, setup.players)
        return self.strategy(setup) if lesson is None else learned(setup, lesson, THOROUGH)

    def anchor(self, setup: Setup) -> Strategy:
        lesson = lesson_for(setup.material, setup.players)
        return self.normal(setup) if lesson is None else learned(setup, lesson, DEEP)

    def casual(self, setup: Setup) -> Strategy:
        return Casual(sheet(setup), setup.players)

    def imagine(self, setup: Setup, view: DizzleView, rng: Rng) -> Dizzle:
        latest = self.latest
        if latest is None or latest[0] is not view:
            latest = self.latest = (view, position_of(sheet(setup), view))
        return latest[1].copy()

    def encoding(self, setup: Setup) -> Encoding:
        return DizzleEncoding(sheet(setup), setup.players)

    def expert_budget(self, setup: Setup) -> Budget:
        lesson = lesson_for(setup.material, setup.players)
        return BUDGETS[setup.players] if lesson is None else LEARNED[setup.players]

    def hint_budget(self, setup: Setup) -> Budget:
        return replace(BUDGETS[setup.players], shortlist=HINTED)

    def analysis_effort(self) -> Effort:
        """Chosen for four players on the largest sheet, whose analysis takes 20 seconds on two
        cores. The playouts of two decisions soon differ in everything, so many are needed."""
        return Effort(value=150, decision=750, shortlist=4)


def learned(setup: Setup, lesson: Lesson, depth: int) -> Strategy:
    return Planner(sheet(setup), setup.players, chances_for(setup.players), depth, lesson)


def sheet(setup: Setup) -> Sheet:
    return sheet_of(json.dumps(setup.material))


@cache
def chances_for(players: int) -> Chances:
    return Chances(weights_for(players), int(ROUNDS[players]) * players)


def weights_for(players: int) -> Weights:
    """The weights of the strategy, from `data/outlook.txt`."""
    file = resources.files(__name__).joinpath("data/outlook.txt")
    data = parse(file.read_text(encoding="utf-8"))
    weights: Weights = {}
    for line in data.section(f"players {players}").lines:
        name, *numbers = line.text.split()
        weights[name] = [float(number) for number in numbers]
    return weights
