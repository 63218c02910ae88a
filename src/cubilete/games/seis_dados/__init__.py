"""Seis dados: a Yahtzee for two or three, where the better or the middle value wins."""

from cubilete.core.game import About, Game
from cubilete.core.parts.page import Page
from cubilete.games.seis_dados.policy import SeisDadosPolicy
from cubilete.games.seis_dados.setup import SeisDadosRules
from cubilete.games.seis_dados.study import SeisDadosStudy
from cubilete.games.seis_dados.view import SeisDadosView
from cubilete.games.seis_dados.words import SeisDadosWords


def load_page() -> Page[SeisDadosView]:
    from cubilete.games.seis_dados.page import SeisDadosPage

    return SeisDadosPage()


GAME = Game(
    about=About(
        slug="seis-dados",
        name="Seis dados",
        players=range(2, 4),
        minutes=30,
        credit="Jorge Alonso (Vigo, 2005)",
    ),
    rules=SeisDadosRules(),
    words=SeisDadosWords(),
    page=load_page,
    policy=SeisDadosPolicy(),
    study=SeisDadosStudy(),
)
