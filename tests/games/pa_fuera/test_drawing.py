"""What the page of Pa' fuera is drawn with."""

from cubilete.core.match import Match
from cubilete.games.pa_fuera.page.drawing import Drawing, drawn

from .table import NAMES, all_pass, play, round_open, view

ANA, BETO, CARO = NAMES[:3]


def drawing(match: Match, seat: int | None, picked: str = "") -> Drawing:
    return drawn(view(match, seat), picked, NAMES[:3], match.result is not None)


def notes(match: Match, seat: int | None) -> list[object]:
    """Who is drawn round the pot, and what they are doing."""
    return [(each[1], *each[5:8]) for each in drawing(match, seat).around]


def test_others_sit_in_their_order_after_the_seat() -> None:
    match = round_open(3)
    assert notes(match, None) == [(ANA, "", "starts", 0), (BETO, "", "", 0), (CARO, "", "", 0)]
    assert notes(match, 1) == [(CARO, "", "", 0), (ANA, "", "starts", 0)]


def test_call_stands_and_the_others_may_cancel_it() -> None:
    match = round_open(3)
    assert drawing(match, 0).pot == ("nothing", 0, 0, (), None, ())
    assert drawing(match, 0, "call 5").pot == ("call", 5, 1, (), None, ())
    play(match, "0 call 5", "2 pass")
    assert drawing(match, 1).pot == ("stands", 5, 1, (ANA,), None, ())
    assert drawing(match, 1, "call 2").pot == ("call", 2, 2, (), 5, ())
    assert notes(match, None) == [
        (ANA, "leads", "leads", 5),
        (BETO, "", "may cancel", 0),
        (CARO, "out", "passed", 0),
    ]


def test_proposals_that_wait_for_the_seat_come_first() -> None:
    match = round_open(3)
    play(match, "0 call 5")
    assert drawing(match, 1).splits == ("1:1 2:1",)
    assert drawing(match, 0).splits == ()
    play(match, "1 propose 2 1:1 2:1")
    number = len(match.events)
    asked = drawing(match, 2, f"accept #{number}")
    assert [deal.number for deal in asked.waiting] == [number]
    assert (asked.face, asked.deal) == (2, number)
    assert asked.pot == ("deal", 2, 2, (), 5, ())
    assert notes(match, 2)[1] == (BETO, "", "asks", 0)
    assert notes(match, 0)[0] == (BETO, "", "proposes", 2)
    assert drawing(match, 0).waiting == ()
    assert drawing(match, 0).deals == asked.deals


def test_losses_of_the_round_before_lie_on_the_table() -> None:
    match = round_open(3, "1 1 2 3 4", "2 2 3 3 5", "1 2 3 4 5")
    play(match, "0 call 1")
    all_pass(match)
    assert drawing(match, 1).pot == ("before", 1, 0, (), None, ((ANA, 2), (CARO, 1)))
    assert drawing(match, 1).lost == 3
