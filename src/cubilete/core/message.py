"""Sentences that can be translated: a template, and its values kept apart.

English is the language of the code. `cubilete.language` says a message in another language.
"""

from collections.abc import Callable
from dataclasses import dataclass, field


def N_(template: str) -> str:
    """Marks a sentence for the translation catalogs and returns it unchanged."""
    return template


@dataclass(frozen=True)
class Message:
    """A sentence with its values. A value may be a message itself, or a `SeatName`."""

    template: str
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format_map(self.values)


@dataclass(frozen=True)
class SeatName:
    """A seat, as a value of a message: it is replaced by the player's name where that is known."""

    number: int

    def __str__(self) -> str:
        return f"seat {self.number + 1}"


@dataclass(frozen=True)
class Dice(Message):
    """Dice in a sentence, in words. A page may draw what they show instead."""

    shown: tuple[tuple[str, int], ...] = ()
    """For each die the letter of its colour, "" for a plain one, and its face."""


def plain_dice(faces: str) -> Dice:
    """Dice without colours, from faces separated by blanks: “1 1 4”."""
    shown = tuple(("", int(face)) for face in faces.split())
    return Dice("{faces}", {"faces": faces}, shown=shown)


Say = Callable[[Message], str]
"""Says a message in one language; `str` says it in English."""
