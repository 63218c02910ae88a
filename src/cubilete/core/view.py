"""What a seat may know of a state. Pages, bots and logs see a view, never the state itself."""

import json
from dataclasses import dataclass, replace
from typing import TypedDict, TypeVar

from cubilete.core.state import CHANCE, SEATS, TABLE, State


@dataclass(frozen=True, kw_only=True)
class View:
    """What every game's view has; each game adds what lies on its table."""

    seat: int | None
    """Whose view it is; None for a spectator."""
    turn: str
    """“seats”, “chance”, “table” or “over”: what the game waits for."""
    to_act: tuple[int, ...]
    legal: tuple[str, ...]
    """What this seat may do now, in notation."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]


V = TypeVar("V", bound=View)


class Basics(TypedDict):
    """The fields of every view."""

    seat: int | None
    turn: str
    to_act: tuple[int, ...]
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


TURNS = {SEATS: "seats", CHANCE: "chance", TABLE: "table"}


def basics(state: State, seat: int | None) -> Basics:
    """The part of a view that is the same for all games."""
    acting = tuple(state.to_act)
    return {
        "seat": seat,
        "turn": TURNS.get(state.turn(), "over"),
        "to_act": acting,
        "legal": tuple(state.legal_texts(seat)) if seat is not None and seat in acting else (),
        "scores": tuple(state.scores()),
        "winners": tuple(state.winners()) if state.over else (),
    }


def view_for_seat(open_view: V, state: State, seat: int) -> V:
    """A seat's view where nothing is hidden: the spectator's, and what the seat may do."""
    legal = tuple(state.legal_texts(seat)) if seat in open_view.to_act else ()
    return replace(open_view, seat=seat, legal=legal)


def to_json(view: View) -> str:
    """A view as one line of JSON: equal views give equal bytes."""
    return json.dumps(vars(view), default=vars, ensure_ascii=False, separators=(",", ":"))
