"""What the bots of Seis dados know."""

from cubilete.core.parts.policy import Budget, Effort, Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.strategy import Strategy
from cubilete.games.seis_dados.policy.casual import CasualPlayer
from cubilete.games.seis_dados.policy.laws import laws_for
from cubilete.games.seis_dados.policy.strategy import SeisDadosStrategy
from cubilete.games.seis_dados.rules import SeisDados
from cubilete.games.seis_dados.setup import SeisDadosRules
from cubilete.games.seis_dados.view import SeisDadosView, position_of


class SeisDadosPolicy(Policy[SeisDados, SeisDadosView]):
    usual_events = 210

    def strategy(self, setup: Setup) -> Strategy:
        start = SeisDadosRules().start(setup)
        laws = laws_for(start.seats, start.in_use, start.lowest_wins)
        return SeisDadosStrategy(start, laws)

    def casual(self, setup: Setup) -> Strategy:
        return CasualPlayer()

    def imagine(self, setup: Setup, view: SeisDadosView, rng: Rng) -> SeisDados:
        return position_of(view)

    def expert_budget(self, setup: Setup) -> Budget:
        return Budget(playouts=1, shortlist=1)

    def analysis_effort(self) -> Effort:
        """The estimate between turns is far less noisy than the rest of the game."""
        return Effort(value=40, decision=120, shortlist=4, turns=6)
