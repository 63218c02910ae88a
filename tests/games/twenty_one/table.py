"""Positions of Twenty One, reached by playing."""

import pytest

from cubilete.core.errors import IllegalAction
from cubilete.core.json_types import JsonObject
from cubilete.core.state import CHANCE, State
from cubilete.games.twenty_one import GAME
from cubilete.games.twenty_one.rules import TwentyOne
from cubilete.games.twenty_one.view import Sheet, TwentyOneView

PLAIN = "WYRGBK"
ALL_EXACT = "W6 Y5 R4 G3 B2 K1"
"""A roll that fills a plain row with six exacts."""


def sheets_like(row: str = PLAIN, **others: str) -> JsonObject:
    """Six sheets whose rows are all alike; `A="…"` gives a sheet other rows."""
    return {"sheets": {name: [others.get(name, row)] * 5 for name in "ABCDEF"}}


def started(players: int = 2, first: int = 0, material: JsonObject | None = None) -> TwentyOne:
    """Seat 0 has sheet A, seat 1 sheet B, and so on; all rows are plain by default."""
    state = GAME.new(players, material=material or sheets_like())
    state.play(CHANCE, f"start {first}")
    state.play(CHANCE, "sheets " + " ".join("ABCDEF"[:players]))
    return state


def rolled(dice: str, players: int = 2, material: JsonObject | None = None) -> TwentyOne:
    """Seat 0 has rolled these dice and stands: everybody writes."""
    state = started(players, material=material)
    roll(state, dice)
    return state


def roll(state: State, dice: str) -> None:
    """The active player rolls these dice and stands."""
    state.play(CHANCE, f"roll {dice}")
    if state.to_act != list(range(state.seat_count())):
        state.play(state.to_act[0], "stand")


def take_turn(state: State, dice: str, *decisions: str) -> None:
    """A whole turn: the dice, and the decision of each seat."""
    roll(state, dice)
    for seat, decision in enumerate(decisions):
        state.play(seat, decision)


def fill_row(state: State, *values: int) -> None:
    """Seat 0 fills a plain row box by box from the left, 0 for a cross; the others cross."""
    others = ["cross"] * (state.seat_count() - 1)
    for colour, value in zip(PLAIN, values, strict=True):
        dice = " ".join(f"{other}{value or 2}" for other in PLAIN)
        take_turn(state, dice, f"write {colour}{value}" if value else "cross", *others)


def view(state: State, seat: int | None = None) -> TwentyOneView:
    assert isinstance(state, TwentyOne)
    return GAME.rules.view(state, seat)


def sheet(state: State, seat: int) -> Sheet:
    return view(state).sheets[seat]


def refused(state: State, by: int, text: str) -> IllegalAction:
    """The error for an action; checks that the state is unchanged."""
    before = state.fingerprint()
    with pytest.raises(IllegalAction) as caught:
        state.play(by, text)
    assert state.fingerprint() == before
    return caught.value
