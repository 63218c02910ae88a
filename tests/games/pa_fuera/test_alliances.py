"""After a call: alliances, answers and passes."""

import pytest

from cubilete.core.match import Match

from .table import all_pass, play, refused, round_open, shake_ones, view


def called(players: int) -> Match:
    """Seat 0 has called the 5s for one token and the others may act.

    The next event is number 6 with three players, number 7 with four.
    """
    match = round_open(players)
    play(match, "0 call 5")
    return match


# --- The examples of the rulebook ---


@pytest.mark.rule("PF-4")
def test_fives_are_cancelled_alone_by_two_tokens_for_the_threes() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 4 5 5", "3 3 3 3 3")
    play(match, "0 call 5", "1 call 3")
    all_pass(match)
    assert view(match).tokens == (4, 3, 5)
    assert view(match).dice == (4, 5, 0)


@pytest.mark.rule("PF-4")
@pytest.mark.rule("PF-7")
def test_fives_are_cancelled_by_an_alliance_of_one_token_each() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 4 5 5", "1 1 1 5 5")
    play(match, "0 call 5", "1 propose 3 1:1 2:1", "2 accept #6")
    assert view(match).tokens == (4, 4, 4)
    assert (view(match).call, view(match).callers) == (3, (1, 2))
    play(match, "0 pass")
    assert view(match).dice == (4, 5, 5)


@pytest.mark.rule("PF-9")
@pytest.mark.rule("PF-5")
def test_fours_go_out_when_two_cancel_the_threes_and_nobody_raises() -> None:
    match = round_open(3, "1 2 4 4 4", "1 3 3 3 4", "2 3 3 5 6")
    play(match, "0 call 3", "1 propose 4 1:1 2:1", "2 accept #6", "0 pass")
    assert match.events[-1].text == "reveal 1 2 4 4 4 / 1 3 3 3 4 / 2 3 3 5 6"
    assert view(match).dice == (2, 4, 5)


@pytest.mark.rule("PF-4")
def test_price_climbs_by_one_whoever_pays_it() -> None:
    match = called(4)
    assert view(match).cost == 2
    play(match, "1 propose 1 1:1 2:1", "2 accept #7")
    assert view(match).cost == 3
    play(match, "3 call 2")
    assert view(match).cost == 4
    play(match, "0 propose 4 0:1 1:2 2:1", "1 accept #10", "2 accept #10")
    assert view(match).tokens == (3, 2, 3, 2)


# --- Proposing ---


@pytest.mark.rule("PF-7")
def test_nothing_is_paid_before_all_have_accepted() -> None:
    match = called(4)
    play(match, "1 call 2", "2 propose 3 0:1 2:1 3:1", "3 accept #8")
    assert view(match).tokens == (4, 3, 5, 5)
    assert view(match).call == 2
    proposal = view(match).proposals[0]
    assert (proposal.number, proposal.by, proposal.face) == (8, 2, 3)
    assert proposal.shares == (1, 0, 1, 1)
    assert (proposal.accepted, proposal.waiting_for) == ((2, 3), (0,))
    play(match, "0 accept #8")
    assert view(match).tokens == (3, 3, 4, 4)
    # Seat 1 alone is left and can't pay four: the raising is over.
    assert [event.text.split(" ")[0] for event in match.events[-2:]] == ["accept", "reveal"]


@pytest.mark.rule("PF-4")
@pytest.mark.rule("PF-7")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("propose 7 1:1 2:1", ("no-such-face", "PF-3")),
        ("propose 0 1:1 2:1", ("no-such-face", "PF-3")),
        ("propose 3 1:1 2:2", ("wrong-sum", "PF-4")),
        ("propose 3 1:1 2:1 3:1", ("wrong-sum", "PF-4")),
        ("propose 3 1:2", ("alone", "PF-4")),
        ("propose 3 2:1 3:1", ("not-in-it", "PF-7")),
        ("propose 3 0:1 1:1", ("shares-the-call", "PF-7")),
        ("propose 3 1:6 2:1", ("too-few-tokens", "PF-7")),
        ("propose 3 1:0 2:2", ("unreadable", "")),
        ("propose 3 2:1 1:1", ("unreadable", "")),
        ("propose 3 1:1 1:1", ("unreadable", "")),
    ],
)
def test_alliance_pays_exactly_the_cost_with_tokens_that_they_have(
    text: str, reason: tuple[str, str]
) -> None:
    assert refused(called(4), 1, text) == reason


@pytest.mark.rule("PF-7")
def test_nobody_is_named_who_does_not_sit_there() -> None:
    assert refused(called(3), 1, "propose 3 1:1 3:1") == ("no-such-seat", "PF-7")


@pytest.mark.rule("PF-7")
def test_nobody_is_named_who_has_passed() -> None:
    match = called(4)
    play(match, "2 pass")
    assert refused(match, 1, "propose 3 1:1 2:1") == ("has-passed", "PF-7")
    assert "propose 3 1:1 3:1" in match.state.legal_texts(1)


@pytest.mark.rule("PF-7")
def test_nobody_is_named_with_more_tokens_than_they_have() -> None:
    match = called(4)
    play(match, "1 call 1", "2 call 2", "3 call 3")
    # Tokens 4, 3, 2 and 1; cancelling costs five.
    assert refused(match, 0, "propose 4 0:1 1:4") == ("too-few-tokens", "PF-7")
    assert refused(match, 0, "propose 4 0:2 2:3") == ("too-few-tokens", "PF-7")
    play(match, "0 propose 4 0:2 1:3")


@pytest.mark.rule("PF-7")
def test_call_may_repeat_the_face_that_it_cancels() -> None:
    match = called(4)
    assert "propose 5 1:1 2:1" in match.state.legal_texts(1)
    play(match, "1 call 5")
    assert (view(match).call, view(match).callers) == (5, (1,))


@pytest.mark.rule("PF-7")
def test_one_open_proposal_a_proposer_and_several_in_all() -> None:
    match = called(4)
    play(match, "1 propose 3 1:1 2:1", "2 propose 4 1:1 2:1", "3 propose 2 1:1 3:1")
    assert [proposal.number for proposal in view(match).proposals] == [7, 8, 9]
    assert refused(match, 1, "propose 4 1:1 2:1") == ("proposal-open", "PF-7")
    play(match, "1 withdraw #7", "1 propose 4 1:1 2:1")
    assert [proposal.number for proposal in view(match).proposals] == [11, 8, 9]


@pytest.mark.rule("PF-7")
def test_three_proposals_against_one_call_ended_ones_counted() -> None:
    match = called(4)
    for number in (7, 9, 11):
        play(match, "1 propose 3 1:1 2:1", f"2 decline #{number}")
    assert view(match).proposals_left == (3, 0, 3, 3)
    assert refused(match, 1, "propose 3 1:1 2:1") == ("too-many-proposals", "PF-7")
    assert match.state.legal_texts(1) == [*(f"call {face}" for face in range(1, 7)), "pass"]
    play(match, "3 call 3", "1 propose 3 0:2 1:1")
    assert view(match).proposals_left == (3, 2, 3, 3)


@pytest.mark.rule("PF-7")
def test_limit_of_three_starts_anew_with_the_next_round() -> None:
    match = called(3)
    for number in (6, 8, 10):
        play(match, "1 propose 3 1:1 2:1", f"1 withdraw #{number}")
    all_pass(match)
    shake_ones(match)
    play(match, "1 call 6")
    assert view(match).proposals_left == (3, 3, 3)


# --- Answering ---


@pytest.mark.rule("PF-7")
def test_one_decline_ends_a_proposal() -> None:
    match = called(4)
    play(match, "1 call 2", "2 propose 3 0:1 2:1 3:1", "0 accept #8", "3 decline #8")
    assert view(match).proposals == ()
    assert view(match).tokens == (4, 3, 5, 5)
    assert refused(match, 3, "accept #8") == ("no-such-proposal", "PF-7")


@pytest.mark.rule("PF-7")
def test_only_the_proposer_withdraws() -> None:
    match = called(4)
    play(match, "1 propose 3 1:1 2:1")
    assert refused(match, 2, "withdraw #7") == ("not-yours", "PF-7")
    assert refused(match, 1, "accept #7") == ("own-proposal", "PF-7")
    assert refused(match, 1, "decline #7") == ("own-proposal", "PF-7")
    play(match, "1 withdraw #7")
    assert view(match).proposals == ()


@pytest.mark.rule("PF-7")
def test_only_the_named_answer() -> None:
    match = called(4)
    play(match, "1 propose 3 1:1 2:1")
    assert refused(match, 3, "accept #7") == ("not-named", "PF-7")
    assert refused(match, 3, "decline #7") == ("not-named", "PF-7")
    assert refused(match, 2, "accept #6") == ("no-such-proposal", "PF-7")


@pytest.mark.rule("PF-7")
def test_who_has_accepted_cannot_decline_but_passing_ends_it() -> None:
    match = called(4)
    play(match, "1 call 2", "2 propose 3 0:1 2:1 3:1", "0 accept #8")
    assert refused(match, 0, "decline #8") == ("has-accepted", "PF-7")
    assert refused(match, 0, "accept #8") == ("has-accepted-already", "PF-7")
    play(match, "0 pass")
    assert view(match).proposals == ()


@pytest.mark.rule("PF-7")
def test_who_has_accepted_may_still_propose_accept_and_call() -> None:
    match = called(4)
    play(match, "1 call 2", "2 propose 3 0:1 2:1 3:1", "0 accept #8", "3 propose 4 0:2 3:1")
    texts = match.state.legal_texts(0)
    assert "accept #10" in texts
    assert "call 4" in texts
    assert "propose 6 0:1 3:2" in texts
    play(match, "0 accept #10")
    assert (view(match).call, view(match).callers) == (4, (0, 3))


@pytest.mark.rule("PF-7")
@pytest.mark.rule("PF-8")
def test_call_that_comes_first_ends_every_open_proposal() -> None:
    match = called(4)
    play(match, "1 propose 3 1:1 2:1", "2 propose 4 2:1 3:1", "3 call 6")
    assert view(match).proposals == ()
    assert view(match).tokens == (4, 5, 5, 3)
    assert refused(match, 2, "accept #7") == ("no-such-proposal", "PF-7")


@pytest.mark.rule("PF-7")
@pytest.mark.rule("PF-8")
def test_accepted_alliance_ends_every_other_open_proposal() -> None:
    match = called(4)
    play(match, "1 propose 3 1:1 2:1", "3 propose 4 1:1 3:1", "2 accept #7")
    assert view(match).callers == (1, 2)
    assert view(match).proposals == ()


@pytest.mark.rule("PF-7")
def test_proposals_are_open_to_all() -> None:
    match = called(4)
    play(match, "1 propose 3 1:1 2:1")
    assert match.events[-1].to is None
    for seat in (None, 0, 1, 2, 3):
        assert view(match, seat).proposals == view(match, 1).proposals
        assert len(view(match, seat).proposals) == 1


# --- Passing ---


@pytest.mark.rule("PF-8")
def test_all_the_others_may_act_at_the_same_time() -> None:
    match = called(4)
    assert match.state.to_act == [1, 2, 3]
    play(match, "3 pass", "1 propose 3 1:1 2:1")
    assert match.state.to_act == [1, 2]


@pytest.mark.rule("PF-8")
def test_calling_ends_when_all_the_others_have_passed() -> None:
    match = called(4)
    play(match, "2 pass", "1 pass")
    assert match.state.to_act == [3]
    play(match, "3 pass")
    assert match.events[-1].by == "table"


@pytest.mark.rule("PF-8")
def test_who_passes_is_out_until_somebody_calls_again() -> None:
    match = called(4)
    play(match, "1 pass")
    assert refused(match, 1, "call 3") == ("not-your-turn", "PF-8")
    assert view(match).passed == (1,)
    play(match, "2 call 3")
    assert match.state.to_act == [0, 1, 3]
    assert view(match).passed == ()


@pytest.mark.rule("PF-8")
def test_pass_withdraws_the_own_proposal_and_declines_those_that_name_one() -> None:
    match = called(4)
    play(match, "1 propose 3 1:1 2:1", "2 propose 4 1:1 2:1", "3 propose 6 2:1 3:1")
    events = len(match.events)
    play(match, "1 pass")
    assert [proposal.by for proposal in view(match).proposals] == [3]
    assert len(match.events) == events + 1


@pytest.mark.rule("PF-8")
def test_who_has_no_tokens_counts_as_having_passed() -> None:
    match = round_open(3)
    play(match, "0 call 6", "1 call 6", "2 call 6")
    all_pass(match)
    shake_ones(match)
    play(match, "1 call 6", "2 call 6")
    assert view(match).tokens == (4, 2, 0)
    all_pass(match)
    shake_ones(match)
    play(match, "0 call 6")
    assert match.state.to_act == [1]
    assert view(match).passed == (2,)
    assert refused(match, 1, "propose 3 1:1 2:1") == ("too-few-tokens", "PF-7")


@pytest.mark.rule("PF-8")
def test_calling_ends_by_itself_when_the_others_together_cannot_pay() -> None:
    match = called(4)
    play(match, "1 call 1", "2 call 2", "3 call 3")
    # Tokens 4, 3, 2 and 1; cancelling costs five: without seat 0 there are five, and without
    # seat 1 as well only two.
    play(match, "0 pass")
    assert match.state.to_act == [1, 2]
    play(match, "1 propose 4 1:3 2:2", "1 pass")
    assert match.events[-1].by == "table"
    assert view(match).proposals == ()


@pytest.mark.rule("PF-8")
def test_call_nobody_can_pay_for_is_the_last() -> None:
    match = called(3)
    play(match, "1 call 1", "2 call 2", "0 propose 4 0:3 1:1", "1 accept #8")
    # Tokens 1, 2 and 2: seat 2 has two and would need five.
    assert match.events[-1].by == "table"
