"""The values that the pieces of the page are drawn from."""

from cubilete.core.match import Match
from cubilete.core.message import Message
from cubilete.games.pa_fuera.page.drawing import (
    Preview,
    dice_lost,
    others,
    pot,
    preview_of,
    proposals_in_order,
    splits_of,
    why_no_alliance,
    why_no_call,
)

from .table import NAMES, all_pass, play, round_open, view

ANA, BETO, CARO = NAMES[:3]


def drawn_pot(match: Match, seat: int | None, picked: str = "") -> tuple[object, ...]:
    seen = view(match, seat)
    return pot(seen, NAMES[:3], preview_of(seen, picked), match.result is not None)


def notes(match: Match, seat: int | None) -> list[object]:
    """Name, standing, note and face of each player who is drawn round the pot."""
    over = match.result is not None
    rows = others(view(match, seat), NAMES[:3], not over, over)
    return [(row[1], *row[5:8]) for row in rows]


def test_others_sit_in_their_order_after_the_seat() -> None:
    match = round_open(3)
    assert notes(match, None) == [(ANA, "", "starts", 0), (BETO, "", "", 0), (CARO, "", "", 0)]
    assert notes(match, 1) == [(CARO, "", "", 0), (ANA, "", "starts", 0)]


def test_call_stands_and_the_others_may_cancel_it() -> None:
    match = round_open(3)
    assert drawn_pot(match, 0) == ("nothing", 0, 0, (), None, ())
    assert drawn_pot(match, 0, "call 5") == ("call", 5, 1, (), None, ())
    play(match, "0 call 5", "2 pass")
    assert drawn_pot(match, 1) == ("stands", 5, 1, (ANA,), None, ())
    assert drawn_pot(match, 1, "call 2") == ("call", 2, 2, (), 5, ())
    assert notes(match, None) == [
        (ANA, "leads", "leads", 5),
        (BETO, "", "may cancel", 0),
        (CARO, "out", "passed", 0),
    ]


def test_proposals_that_wait_for_the_seat_come_first() -> None:
    match = round_open(4)
    play(match, "0 call 5", "1 propose 2 1:1 3:1", "2 propose 3 1:1 2:1")
    assert [each.by for each in proposals_in_order(view(match, 3))] == [1, 2]
    assert [each.by for each in proposals_in_order(view(match, 1))] == [2, 1]


def test_proposal_is_previewed_where_it_would_be_accepted() -> None:
    match = round_open(3)
    play(match, "0 call 5")
    assert splits_of(view(match, 1)) == ("1:1 2:1",)
    assert splits_of(view(match, 0)) == ()
    play(match, "1 propose 2 1:1 2:1")
    accept = f"accept #{len(match.events)}"
    assert preview_of(view(match, 2), accept) == Preview(2, len(match.events))
    assert drawn_pot(match, 2, accept) == ("deal", 2, 2, (), 5, ())
    assert notes(match, 2)[1] == (BETO, "", "asks", 0)
    assert notes(match, 0)[0] == (BETO, "", "proposes", 2)


def test_losses_of_the_round_before_lie_on_the_table() -> None:
    match = round_open(3, "1 1 2 3 4", "2 2 3 3 5", "1 2 3 4 5")
    play(match, "0 call 1")
    all_pass(match)
    assert drawn_pot(match, 1) == ("before", 1, 0, (), None, ((ANA, 2), (CARO, 1)))
    assert dice_lost(view(match, 1)) == 3


def call_refused(match: Match, seat: int) -> str:
    return str(why_no_call(view(match, seat), seat, NAMES) or Message(""))


def test_page_says_why_nobody_but_the_starter_calls_first() -> None:
    match = round_open(3)
    assert call_refused(match, 0) == ""
    assert call_refused(match, 1) == "Ana starts the round and calls first. (PF-3)"


def test_page_says_why_a_call_cannot_be_cancelled() -> None:
    match = round_open(3)
    play(match, "0 call 5", "1 pass")
    assert call_refused(match, 0) == ("The call is yours: only the others can raise it. (PF-5)")
    assert call_refused(match, 1) == ("You have passed: wait until someone calls again. (PF-8)")
    assert str(why_no_alliance(view(match, 2), 2)) == (
        "Nobody is left to share the cost with. (PF-7)"
    )


def test_page_says_why_no_alliance_can_be_proposed() -> None:
    match = round_open(3)
    play(match, "0 call 5")
    for _ in range(3):
        play(match, "1 propose 2 1:1 2:1")
        assert str(why_no_alliance(view(match, 1), 1)) == (
            "Your proposal is still open: withdraw it first. (PF-7)"
        )
        play(match, f"1 withdraw #{len(match.events)}")
    assert str(why_no_alliance(view(match, 1), 1)) == (
        "You can make at most 3 proposals against one call. (PF-7)"
    )
