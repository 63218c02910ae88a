"""What the bots of Pa' fuera know."""

from functools import cache

from cubilete.core.parts.encoding import Encoding
from cubilete.core.parts.policy import Budget, Effort, Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.strategy import Strategy
from cubilete.games.pa_fuera.policy.casual import CasualPlayer
from cubilete.games.pa_fuera.policy.encoding import PaFueraEncoding
from cubilete.games.pa_fuera.policy.expert import PaFueraExpert
from cubilete.games.pa_fuera.policy.imagine import imagine, suppose
from cubilete.games.pa_fuera.policy.outlook import read_outlook
from cubilete.games.pa_fuera.policy.strategy import PaFueraStrategy
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.view import PaFueraView


@cache
def expert_for(players: int) -> PaFueraExpert:
    return PaFueraExpert(read_outlook(players))


class PaFueraPolicy(Policy[PaFuera, PaFueraView]):
    usual_events = 90

    def strategy(self, setup: Setup) -> Strategy:
        return PaFueraStrategy()

    def expert(self, setup: Setup) -> Strategy:
        return expert_for(setup.players)

    def casual(self, setup: Setup) -> Strategy:
        return CasualPlayer()

    def imagine(self, setup: Setup, view: PaFueraView, rng: Rng) -> PaFuera:
        return imagine(setup, view, rng)

    def suppose(self, setup: Setup, view: PaFueraView, rng: Rng) -> PaFuera:
        return suppose(setup, view, rng)

    def awaits(self, view: PaFueraView) -> tuple[int, ...]:
        own = [proposal for proposal in view.proposals if proposal.by == view.seat]
        return own[0].waiting_for if own else ()

    def polite(self, view: PaFueraView, action: str) -> str:
        """A proposal stands until it is answered, or its seat passes."""
        return "pass" if action.startswith("withdraw ") else action

    def encoding(self, setup: Setup) -> Encoding:
        return PaFueraEncoding(setup.players)

    def expert_budget(self, setup: Setup) -> Budget:
        """It computes what playouts would only estimate."""
        return Budget(playouts=1, shortlist=1)

    def hint_budget(self, setup: Setup) -> Budget:
        return Budget(playouts=24000, shortlist=8)

    def analysis_effort(self) -> Effort:
        return Effort(value=4000, decision=24000, shortlist=8)
