"""How a game of Pa' fuera starts, and what its seats may know."""

from cubilete.core.parts.rules import Rules, Setup
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.view import PaFueraView, view_of

SHOWN = ("first", "reveal")
"""The outcomes that show dice to everybody. Dice under a cup are shown when it is lifted."""


class PaFueraRules(Rules[PaFuera, PaFueraView]):
    real_dice = False

    def start(self, setup: Setup) -> PaFuera:
        return PaFuera(setup.players)

    def view(self, state: PaFuera, seat: int | None) -> PaFueraView:
        return view_of(state, seat)

    def has_secrets(self, view: PaFueraView) -> bool:
        return view.starter is not None and not view.blind  # PF-2, PF-12

    def dice_shown(self, text: str) -> tuple[int, ...]:
        word, *faces = text.split(" ")
        return tuple(int(face) for face in faces if face in "123456") if word in SHOWN else ()
