"""Twenty One: everybody fills rows with the same six coloured dice, and exact values pay."""

from cubilete.core.game import About, Game
from cubilete.core.parts.page import Page
from cubilete.games.twenty_one.policy import TwentyOnePolicy
from cubilete.games.twenty_one.setup import TwentyOneRules
from cubilete.games.twenty_one.study import TwentyOneStudy
from cubilete.games.twenty_one.view import TwentyOneView
from cubilete.games.twenty_one.words import TwentyOneWords


def load_page() -> Page[TwentyOneView]:
    from cubilete.games.twenty_one.page import TwentyOnePage

    return TwentyOnePage()


GAME = Game(
    about=About(
        slug="twenty-one",
        name="Twenty One",
        players=range(2, 7),
        minutes=15,
        credit="Steffen Benndorf, Reinhard Staupe (NSV, 2017)",
    ),
    rules=TwentyOneRules(),
    words=TwentyOneWords(),
    page=load_page,
    policy=TwentyOnePolicy(),
    study=TwentyOneStudy(),
)
