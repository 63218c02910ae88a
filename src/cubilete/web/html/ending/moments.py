"""Small moments of the events that happened last, for the script that shows them.

The script shows those that are newer than what it has seen, and a lead that has changed.
"""

from collections.abc import Sequence

from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message, Say, SeatName
from cubilete.core.record import Event
from cubilete.core.view import View
from cubilete.web.html.pieces import draw_piece
from cubilete.web.html.templates import macro

MACROS = "moment-pieces.html"
LATEST = 8
"""How many events are looked at: more never come together."""
SHOWN = 2
"""How many moments are shown at once, the latest: more would last longer than a turn."""
DRAWINGS = {
    "point": "check",
    "row": "check",
    "exact": "exact",
    "served": "check",
    "bomb": "boom",
    "rocket": "rocket",
    "lead": "flag",
}
OTHER = "check"
"""For the moments of games that have kinds of their own."""


def draw_moments(
    game: AnyGame, language: str, seats: int, view: View, history: Sequence[Event], say: Say
) -> list[str]:
    """`view` and `history` (the latest first) are a spectator's."""
    line = macro(language, MACROS, "moment")
    drawn: list[str] = [
        draw_piece(line, event.n, moment.kind, DRAWINGS.get(moment.kind, OTHER), say(moment.told))
        for event in reversed(history[:LATEST])
        for moment in game.page.moments(view, event)
    ]
    del drawn[:-SHOWN]
    leader = game.page.leader(view)
    if leader is not None and leader < seats and view.turn != "over":
        told = say(Message(N_("{name} takes the lead"), {"name": SeatName(leader)}))
        drawn.append(draw_piece(macro(language, MACROS, "lead"), leader, told))
    return drawn
