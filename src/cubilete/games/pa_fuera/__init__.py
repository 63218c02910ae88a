"""Pa' fuera: dice under cups, bets with tokens, and alliances of a moment."""

from collections.abc import Mapping, Sequence

from cubilete.core.game import Game
from cubilete.core.message import N_, Message, Say
from cubilete.core.policy import BotMaker, RandomBot
from cubilete.core.record import By
from cubilete.core.rules import Setup
from cubilete.core.state import State
from cubilete.core.view import View
from cubilete.games.pa_fuera import drawing, telling
from cubilete.games.pa_fuera.bot import GreedyBot
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.view import PaFueraView, show_table, view_of


class PaFueraGame(Game):
    slug = "pa-fuera"
    name = "Pa' fuera"
    credit = N_("Anonymous")
    players = range(3, 5)
    minutes = 15
    real_dice = False

    @property
    def feel(self) -> Message:
        return Message(N_("Bluffs and alliances under the cup: out with the others' dice."))

    def start(self, setup: Setup) -> State:
        return PaFuera(setup.players)

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, PaFuera)
        return view_of(state, seat)

    def show(self, view: View, say: Say = str) -> str:
        assert isinstance(view, PaFueraView)
        return show_table(view, say)

    def bots(self) -> Mapping[str, BotMaker]:
        return {"random": RandomBot, "greedy": GreedyBot}

    def tell(self, who: str, by: By, text: str) -> Message:
        return telling.tell(who, by, text)

    def faces_fallen(self, text: str) -> tuple[int, ...]:
        return telling.faces_fallen(text)

    def offer(self, view: View, text: str) -> Message:
        assert isinstance(view, PaFueraView)
        return telling.offer(view, text)

    def ask(self, view: View) -> Message:
        assert isinstance(view, PaFueraView)
        return telling.ask(view)

    def rule_now(self, view: View) -> str:
        assert isinstance(view, PaFueraView)
        return telling.rule_now(view)

    def remark(self, view: View) -> Message:
        assert isinstance(view, PaFueraView)
        return telling.remark(view)

    def hides(self, view: View) -> bool:
        assert isinstance(view, PaFueraView)
        return view.starter is not None and not view.blind  # PF-2, PF-12

    def seat_note(self, view: View, seat: int) -> Message:
        assert isinstance(view, PaFueraView)
        return telling.seat_note(view, seat)

    def drawn(
        self, view: View, picked: str, names: Sequence[str], over: bool, lifted_at: int = 0
    ) -> drawing.Drawing:
        """What the page is drawn with, while this action is previewed."""
        assert isinstance(view, PaFueraView)
        return drawing.drawn(view, picked, names, over, lifted_at)


GAME = PaFueraGame()
