"""What a game's page may offer to people who play on paper: sheets, cards and boards to print.

A printout draws its pages on a `Canvas`. Lengths are millimetres from the upper left corner of the
page, sizes of letters are points, colours are “#rrggbb”. Page sizes differ: draw within
`canvas.left` to `canvas.right` and `canvas.top` to `canvas.bottom`, and spend ink sparingly: people
write over it with a pencil.

This module needs no typesetter; `cubilete.printing` has the canvas that makes a PDF.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal, Protocol

from cubilete.core.message import Message
from cubilete.core.parts.rules import Setup

INK = "#2a2018"
"""Printed words, pips and outlines."""
FAINT = "#8a7a63"
"""Notes, and lines that people write over."""
HAIR = "#cdbf9f"
"""The thinnest lines."""
BRASS = "#8a6414"
"""What counts: points, totals."""
WASH = "#f6efdf"
"""The ground of titles and totals."""

Align = Literal["left", "centre", "right"]
Face = Literal["serif", "serif bold", "serif italic", "sans", "sans bold"]
"""Serif for names, sentences and values, sans for the rest, as on the table."""


@dataclass(frozen=True)
class Order:
    """What somebody wants to have printed."""

    setup: Setup
    said: frozenset[str]
    """The options that were given; the setup has the defaults of the others."""
    own_material: bool


class Canvas(Protocol):
    """Pages on which a printout is drawn."""

    @property
    def left(self) -> float: ...

    @property
    def right(self) -> float: ...

    @property
    def top(self) -> float: ...

    @property
    def bottom(self) -> float: ...

    def page(self) -> None:
        """Begins a page; call it before the first one too."""

    def say(self, message: Message) -> str:
        """A sentence in the reader's language."""

    # --- Lines and surfaces ---

    def line(
        self, x: float, y: float, x2: float, y2: float, ink: str = INK, width: float = 0.2
    ) -> None: ...

    def dashes(self, x: float, y: float, x2: float, y2: float, ink: str = FAINT) -> None:
        """A thin dashed line: where to cut or fold."""

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        ink: str = "",
        fill: str = "",
        stroke: float = 0.2,
        corner: float = 0,
    ) -> None:
        """A rectangle; without ink it has no outline, without fill no surface."""

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        ink: str = "",
        fill: str = "",
        stroke: float = 0.2,
    ) -> None:
        """A circle around (x, y)."""

    def symbol(
        self, name: str, x: float, y: float, size: float, ink: str = INK, tone: str = ""
    ) -> None:
        """A drawing of the table, by its id in i.svg, in a square; “emblem” is the game's own.
        `tone` is its second colour."""

    def die(self, face: int, x: float, y: float, size: float, ink: str = INK) -> None:
        """The outline of a die with its pips; 0 is an empty one."""

    # --- Words ---

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        face: Face = "sans",
        ink: str = INK,
        align: Align = "left",
    ) -> None:
        """One line; y is its base line."""

    def width_of(self, text: str, size: float, face: Face = "sans") -> float: ...

    def fitted(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float,
        face: Face = "sans",
        ink: str = INK,
        align: Align = "left",
    ) -> None:
        """One line in smaller letters if it would be wider than this. x is its left edge, middle
        or right edge, as `align` says."""

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float,
        face: Face = "serif",
        ink: str = INK,
        align: Align = "left",
    ) -> float:
        """A text in lines of this width, from its upper left corner; returns its height."""

    # --- What many pages have ---

    def heading(self, x: float, y: float, width: float, note: str = "") -> float:
        """Emblem and name of the game, authors and a note below it; returns the height."""

    def player(self, x: float, y: float, width: float) -> None:
        """The line for a player's name; y is its base line."""

    def table(self, top: float, bottom: float, columns: int) -> None:
        """A score table across the page: a column for each player with a place for the name,
        numbered lines, and a last one for the sums."""

    def minute(self, x: float, bottom: float, width: float) -> float:
        """The game in one minute (`Page.card`), above `bottom`; returns the height."""


class Printout(ABC):
    """What a game prints."""

    @abstractmethod
    def draw(self, canvas: Canvas, order: Order) -> None:
        """Draws all pages. The order has been checked by the game's rules."""
