"""Which seat acts next where several may, the same in simulation and at the table."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeGuard

from cubilete.core.parts.policy import Bot
from cubilete.core.rng import Rng
from cubilete.core.view import View


class PatientBot(Protocol):
    """A bot that may let others go first."""

    def choose(self, view: View, rng: Rng) -> str: ...

    def waits(self, view: View, rng: Rng) -> bool:
        """Whether it would rather wait. Asked only where others may act too."""


def is_patient(bot: Bot[View]) -> TypeGuard[PatientBot]:
    return hasattr(bot, "waits")


def draw_seat(acting: Sequence[int], waits: Callable[[int], bool], rng: Rng) -> int:
    """One of the seats that may act, drawn by lot among those that do not wait; among all of
    them if all wait. A single seat is not asked, and nothing is drawn."""
    if len(acting) == 1:
        return acting[0]
    asked = list(acting)
    while asked:
        seat = asked.pop(rng.below(len(asked)))
        if not waits(seat):
            return seat
    return acting[rng.below(len(acting))]
