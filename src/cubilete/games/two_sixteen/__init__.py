"""216: three dice, four objectives on offer, and help cards that change the dice."""

from cubilete.core.game import About, Game
from cubilete.core.message import N_
from cubilete.core.parts.page import Page
from cubilete.games.two_sixteen.policy import TwoSixteenPolicy
from cubilete.games.two_sixteen.setup import TwoSixteenRules
from cubilete.games.two_sixteen.study import TwoSixteenStudy
from cubilete.games.two_sixteen.view import TwoSixteenView
from cubilete.games.two_sixteen.words import TwoSixteenWords


def load_page() -> Page[TwoSixteenView]:
    from cubilete.games.two_sixteen.page import TwoSixteenPage

    return TwoSixteenPage()


GAME = Game(
    about=About(
        slug="216",
        name="216",
        players=range(1, 7),
        minutes=25,
        credit=N_("Micaela Koncurat & Pablo Koncurat (Coloridojuegos, 2026)"),
    ),
    rules=TwoSixteenRules(),
    words=TwoSixteenWords(),
    page=load_page,
    policy=TwoSixteenPolicy(),
    study=TwoSixteenStudy(),
)
