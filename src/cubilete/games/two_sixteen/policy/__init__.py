"""What the bots of 216 know."""

import math

from cubilete.core.parts.encoding import Encoding
from cubilete.core.parts.policy import Budget, Effort, Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.strategy import Strategy
from cubilete.games.two_sixteen.material import cards_of
from cubilete.games.two_sixteen.policy.casual import Casual
from cubilete.games.two_sixteen.policy.encoding import TwoSixteenEncoding
from cubilete.games.two_sixteen.policy.expert import TwoSixteenExpert
from cubilete.games.two_sixteen.policy.imagine import deal, known_position
from cubilete.games.two_sixteen.policy.outlook import TARGET, read_outlook
from cubilete.games.two_sixteen.policy.strategy import TwoSixteenStrategy
from cubilete.games.two_sixteen.policy.worths import plain_race, race_with
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.view import TwoSixteenView


class TwoSixteenPolicy(Policy[TwoSixteen, TwoSixteenView]):
    def __init__(self) -> None:
        self.latest: tuple[Setup, TwoSixteenView, TwoSixteen] | None = None
        """The last view that was imagined, and what is known by it: `expert` imagines the same
        view hundreds of times."""

    def strategy(self, setup: Setup) -> TwoSixteenStrategy:
        """Knows what hands are worth by the turns to come, and the chance to win at the end."""
        cards = cards_of(setup.material)
        alone = setup.players == 1
        return TwoSixteenStrategy(cards, race_with(cards, alone), late=0.0 if alone else 2.0)

    def normal(self, setup: Setup) -> Strategy:
        """Exact for its own turn; it gives all helps the same worth, whatever their kind."""
        cards = cards_of(setup.material)
        return TwoSixteenStrategy(cards, plain_race(cards), late=0.0)

    def expert(self, setup: Setup) -> Strategy:
        return self.learned(setup) or self.strategy(setup)

    def learned(self, setup: Setup) -> TwoSixteenExpert | None:
        """The player who has learned the shipped deck, in the games that were learned."""
        if setup.players == 1 or setup.agreed["target"] != TARGET:
            return None
        cards = cards_of(setup.material)
        outlook = read_outlook(cards)
        return outlook and TwoSixteenExpert(cards, race_with(cards, alone=False), outlook)

    def casual(self, setup: Setup) -> Strategy:
        return Casual(cards_of(setup.material))

    def imagine(self, setup: Setup, view: TwoSixteenView, rng: Rng) -> TwoSixteen:
        latest = self.latest
        if latest is None or latest[0] is not setup or latest[1] is not view:
            latest = (setup, view, known_position(cards_of(setup.material), view))
            self.latest = latest
        return deal(latest[2].copy(), view, rng)

    def encoding(self, setup: Setup) -> Encoding:
        return TwoSixteenEncoding(cards_of(setup.material), setup.players)

    def expert_budget(self, setup: Setup) -> Budget:
        """Playouts end when the seat's next turn begins: the estimate is better than the noise of
        whole games. The player who has learned the deck needs none."""
        if self.learned(setup):
            return Budget(playouts=1, shortlist=1)
        return Budget(playouts=4000, shortlist=3, turns=setup.players, trust=1.0)

    def adviser(self, setup: Setup) -> Strategy:
        """Lists decisions that are much worse than the best one, too."""
        found = self.strategy(setup)
        found.margin = math.inf
        return found

    def hint_budget(self, setup: Setup) -> Budget:
        return Budget(playouts=4000, shortlist=6, turns=setup.players)

    def analysis_effort(self) -> Effort:
        return Effort(value=1200, decision=5000, shortlist=5)
