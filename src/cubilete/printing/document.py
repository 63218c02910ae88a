"""Prints a game: from what somebody asks for to the bytes of a PDF."""

from collections.abc import Mapping

from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.printout import Order
from cubilete.printing.papers import Paper


class NothingToPrint(CubileteError):
    """The game has no printout."""

    def __init__(self, game: AnyGame) -> None:
        template = N_("{game} has nothing to print.")
        super().__init__("nothing-to-print", "", template, game=game.name)


class NoTypesetter(CubileteError):
    """The packages of the extra `print` are not installed."""

    def __init__(self) -> None:
        template = N_("Printing needs one more package: pip install 'cubilete[print]'")
        super().__init__("no-typesetter", "", template)


def order_for(
    game: AnyGame, options: Mapping[str, object], material: JsonObject | None = None
) -> Order:
    """Checks what is wanted by the rules of the game."""
    if game.page.printout is None:
        raise NothingToPrint(game)
    setup = game.setup(game.about.players[0], options, material)
    return Order(setup, frozenset(options), material is not None)


def printed(game: AnyGame, order: Order, paper: Paper, language: str) -> bytes:
    """The PDF. It depends on these arguments alone."""
    if game.page.printout is None:
        raise NothingToPrint(game)
    try:
        from cubilete.printing.canvas import PdfCanvas
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cubilete"):
            raise
        raise NoTypesetter from None
    canvas = PdfCanvas(game, paper, language)
    game.page.printout.draw(canvas, order)
    return canvas.document()
