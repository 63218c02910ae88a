"""The cups as they are lifted at the end of a round (PF-9, PF-14), one after the other."""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, Say
from cubilete.core.record import Event
from cubilete.games.pa_fuera.view import PaFueraView

LiftedCup = tuple[str, int, tuple[int, ...], int, int, str]
"""Name, seat, the dice under the cup, how many go out, how many are left, and it in a sentence."""


def lifted_cups(
    view: PaFueraView, names: Sequence[str], history: Sequence[Event], say: Say
) -> tuple[LiftedCup, ...]:
    """The cups from the seat that called last, clockwise. All of it is public."""
    seats = len(names)
    first = last_caller(history)
    order = [(first + step) % seats for step in range(seats)]
    return tuple(lifted_cup(view, seat, names[seat], say) for seat in order)


def last_caller(history: Sequence[Event]) -> int:
    """The seat of the latest call, or of the answer that made an alliance stand."""
    for event in history:
        if isinstance(event.by, int) and event.text.startswith(("call ", "accept ")):
            return event.by
    return 0


def lifted_cup(view: PaFueraView, seat: int, name: str, say: Say) -> LiftedCup:
    cup = view.last_cups[seat]
    lost = cup.count(view.last_call) if view.last_call else 0
    values: dict[str, object] = {"name": name, "dice": ", ".join(map(str, cup))}
    if not cup:
        told = Message(N_("{name} has no dice left."), values)
    elif not lost:
        told = Message(N_("{name} shows {dice} and loses none."), values)
    else:
        template = N_(
            "{name} shows {dice} and loses 1 die.", "{name} shows {dice} and loses {count} dice."
        )
        told = Message(template, values, lost)
    return name, seat, cup, lost, len(cup) - lost, say(told)
