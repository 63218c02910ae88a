"""Pa' fuera: dice under cups, bets with tokens, and short alliances."""

from cubilete import About, Game, Page
from cubilete.core.message import N_
from cubilete.games.pa_fuera.policy import PaFueraPolicy
from cubilete.games.pa_fuera.setup import PaFueraRules
from cubilete.games.pa_fuera.study import PaFueraStudy
from cubilete.games.pa_fuera.view import PaFueraView
from cubilete.games.pa_fuera.words import PaFueraWords


def load_page() -> Page[PaFueraView]:
    from cubilete.games.pa_fuera.page import PaFueraPage

    return PaFueraPage()


GAME = Game(
    about=About(
        slug="pa-fuera",
        name="Pa' fuera",
        players=range(3, 5),
        minutes=15,
        credit=N_("Author unknown"),
    ),
    rules=PaFueraRules(),
    words=PaFueraWords(),
    page=load_page,
    policy=PaFueraPolicy(),
    study=PaFueraStudy(),
)
