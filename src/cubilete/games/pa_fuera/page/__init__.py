"""How the table of Pa' fuera looks in the browser."""

from cubilete.core.page import Page
from cubilete.games.pa_fuera.view import PaFueraView


class PaFueraPage(Page[PaFueraView]):
    pass
