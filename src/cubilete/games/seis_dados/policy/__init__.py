"""What the bots of Seis dados know.

The level `expert` decides by the exact strategy itself: playouts are far too few to be as exact as
what it computes (100 of them lose three games in four). Playouts are played by its quick form. The
level `normal` plays as exactly, but expects others to play as casual people do.
"""

from cubilete.core.parts.encoding import Encoding
from cubilete.core.parts.policy import Budget, Effort, Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.strategy import Strategy
from cubilete.games.seis_dados.policy.casual import CasualPlayer
from cubilete.games.seis_dados.policy.encoding import SeisDadosEncoding
from cubilete.games.seis_dados.policy.laws import CASUAL, law_name, laws_of_name
from cubilete.games.seis_dados.policy.strategy import SeisDadosStrategy, quick_strategy
from cubilete.games.seis_dados.rules import SeisDados
from cubilete.games.seis_dados.setup import SeisDadosRules
from cubilete.games.seis_dados.view import SeisDadosView, position_of


class SeisDadosPolicy(Policy[SeisDados, SeisDadosView]):
    usual_events = 210

    def strategy(self, setup: Setup) -> Strategy:
        start = SeisDadosRules().start(setup)
        return quick_strategy(start, laws_of_name(law_name(start)))

    def expert(self, setup: Setup) -> Strategy:
        start = SeisDadosRules().start(setup)
        return SeisDadosStrategy(start, laws_of_name(law_name(start)))

    def normal(self, setup: Setup) -> Strategy:
        start = SeisDadosRules().start(setup)
        return SeisDadosStrategy(start, laws_of_name(CASUAL + law_name(start)))

    def casual(self, setup: Setup) -> Strategy:
        return CasualPlayer()

    def imagine(self, setup: Setup, view: SeisDadosView, rng: Rng) -> SeisDados:
        return position_of(view)

    def encoding(self, setup: Setup) -> Encoding:
        return SeisDadosEncoding(setup.players)

    def expert_budget(self, setup: Setup) -> Budget:
        return Budget(playouts=1, shortlist=1)

    def hint_budget(self, setup: Setup) -> Budget:
        return Budget(playouts=800, shortlist=6, turns=2)

    def analysis_effort(self) -> Effort:
        """The estimate between turns is far less noisy than the rest of the game."""
        return Effort(value=80, decision=360, shortlist=4, turns=6)
