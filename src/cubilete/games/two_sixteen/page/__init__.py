"""How 216 looks in the browser."""

from cubilete.core.page import Page
from cubilete.games.two_sixteen.view import TwoSixteenView


class TwoSixteenPage(Page[TwoSixteenView]):
    pass
