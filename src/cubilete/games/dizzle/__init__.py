"""Dizzle: dice from a common pool, placed side by side on everybody's own sheet."""

from cubilete.core.game import About, Game
from cubilete.core.parts.page import Page
from cubilete.games.dizzle.policy import DizzlePolicy
from cubilete.games.dizzle.setup import DizzleRules
from cubilete.games.dizzle.study import DizzleStudy
from cubilete.games.dizzle.view import DizzleView
from cubilete.games.dizzle.words import DizzleWords


def load_page() -> Page[DizzleView]:
    from cubilete.games.dizzle.page import DizzlePage

    return DizzlePage()


GAME = Game(
    about=About(
        slug="dizzle",
        name="Dizzle",
        players=range(1, 5),
        minutes=30,
        credit="Ralf zur Linde (Schmidt Spiele, 2019)",
    ),
    rules=DizzleRules(),
    words=DizzleWords(),
    page=load_page,
    policy=DizzlePolicy(),
    study=DizzleStudy(),
)
