"""What the page of 216 draws, as small values for the macros of pieces.html."""

from collections.abc import Sequence

from cubilete.core.record import By, Event
from cubilete.games.two_sixteen.terms import condition, help_name, help_offer
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

__all__ = ["condition", "help_name", "help_offer"]  # what the macros say of a card

USES_OF = {"shift1": ("+1 ", "-1 "), "shift2": ("+2 ", "-2 "), "reroll-all": ("reroll-all",)}
"""How the uses of a help begin; those that are not here begin with its name."""


def texts_of(view: TwoSixteenView, card: Objective) -> tuple[str, str]:
    """What taking an objective is called, and what taking it with a help as the bonus; empty
    where it can't be done."""
    plain = (f"ia {card.id}", f"claim {card.id} points", f"claim {card.id}")
    for_help = f"claim {card.id} help"
    return (
        next((text for text in plain if text in view.legal), ""),
        for_help if for_help in view.legal else "",
    )


def ways(view: TwoSixteenView, kind: str) -> tuple[str, ...]:
    """How a help can be used now."""
    return tuple(
        text
        for start in USES_OF.get(kind, (f"{kind} ",))
        for text in view.legal
        if text.startswith(f"help {start}")
    )


def race(view: TwoSixteenView) -> list[tuple[int, int, int, bool]]:
    """Who is ahead: the seat, its points, how far it is in percent, and whether it has won."""
    order = sorted(range(len(view.scores)), key=lambda seat: -view.scores[seat])
    return [
        (
            seat,
            view.scores[seat],
            min(100 * view.scores[seat] // view.target, 100),
            seat in view.winners,
        )
        for seat in order
    ]


def last_deeds(history: Sequence[Event]) -> dict[By, str]:
    """What each did last; the history has the latest first."""
    return {event.by: event.text for event in reversed(history)}
