"""What the bots of Twenty One know."""

from functools import cache

from cubilete.core.parts.encoding import Encoding
from cubilete.core.parts.policy import Budget, Effort, Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.strategy import Strategy
from cubilete.games.twenty_one.policy.casual import CasualPlayer, OwnSheet
from cubilete.games.twenty_one.policy.encoding import TwentyOneEncoding
from cubilete.games.twenty_one.policy.imagine import imagine, open_part
from cubilete.games.twenty_one.policy.outlook import read_outlook
from cubilete.games.twenty_one.policy.strategy import TwentyOneStrategy
from cubilete.games.twenty_one.rules import TwentyOne
from cubilete.games.twenty_one.view import TwentyOneView


@cache
def strategy_for(players: int) -> TwentyOneStrategy:
    """The values depend on the number of players only, not on the sheets."""
    return TwentyOneStrategy(read_outlook(players))


class TwentyOnePolicy(Policy[TwentyOne, TwentyOneView]):
    usual_events = 90

    def __init__(self) -> None:
        self.latest: tuple[Setup, TwentyOneView, TwentyOne] | None = None
        """The latest view that was asked about, with its open part: search asks many times."""

    def strategy(self, setup: Setup) -> Strategy:
        return strategy_for(setup.players)

    def normal(self, setup: Setup) -> Strategy:
        return OwnSheet(strategy_for(setup.players).outlook)

    def casual(self, setup: Setup) -> Strategy:
        return CasualPlayer()

    def imagine(self, setup: Setup, view: TwentyOneView, rng: Rng) -> TwentyOne:
        latest = self.latest
        if latest is None or latest[0] is not setup or latest[1] is not view:
            latest = self.latest = (setup, view, open_part(setup, view))
        return imagine(latest[2], view, strategy_for(setup.players), rng)

    def encoding(self, setup: Setup) -> Encoding:
        return TwentyOneEncoding(setup.players)

    def expert_budget(self, setup: Setup) -> Budget:
        return Budget(playouts=8000, shortlist=5, turns=2)

    def analysis_effort(self) -> Effort:
        return Effort(value=3000, decision=12000, shortlist=5)
