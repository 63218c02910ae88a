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


Say = Callable[[Message], str]
"""Says a message in one language; `str` says it in English."""
