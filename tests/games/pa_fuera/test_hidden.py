"""Hidden dice (PF-2, PF-12) are in no other seat's view or events."""

import pytest

from cubilete.core.match import Match
from cubilete.core.record import Event
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE
from cubilete.core.view import to_json
from cubilete.games.pa_fuera import GAME

from .table import lively_game, play, round_open, view


def other_dice(text: str) -> str:
    """Every face one higher, and 1 after 6."""
    faces = sorted(int(face) % 6 + 1 for face in text.split(" ")[1:])
    return "shake " + " ".join(map(str, faces))


def shakes(match: Match) -> list[Event]:
    return [event for event in match.events if event.text.startswith("shake")]


def retell(match: Match, event: Event, text: str) -> None:
    if event.by != "table":
        match.play(CHANCE if event.by == "chance" else int(event.by), text)


def check_nobody_else_can_tell(match: Match, shaken: Event) -> None:
    """Plays the round with that hidden roll and with another; nobody else sees a difference."""
    assert shaken.to is not None
    one, two = (Match(GAME, match.players, with_legal=True) for _ in range(2))
    unaware = [seat for seat in (None, *range(len(match.players))) if seat not in shaken.to]
    for event in match.events:
        if event.by == "table" and event.n > shaken.n:
            return
        retell(one, event, event.text)
        retell(two, event, other_dice(event.text) if event.n == shaken.n else event.text)
        if one.events[-1].by == "table":
            continue
        for seat in unaware:
            assert to_json(view(one, seat)) == to_json(view(two, seat))
            assert GAME.words.show(view(one, seat)) == GAME.words.show(view(two, seat))
            told = [seen.to_json() for seen in one.seen_by(seat)]
            assert told == [seen.to_json() for seen in two.seen_by(seat)]


@pytest.mark.rule("PF-2")
@pytest.mark.rule("PF-12")
@pytest.mark.parametrize("players", [3, 4])
def test_games_that_differ_in_hidden_dice_look_the_same_to_the_others(players: int) -> None:
    blind = 0
    for number in range(6):
        rng = seeded("hidden dice", players, number)
        match = lively_game(players, rng)
        rolls = shakes(match)
        for shaken in (rolls[rng.below(len(rolls))], rolls[-1]):
            blind += shaken.to == ()
            check_nobody_else_can_tell(match, shaken)
    assert blind > 0


@pytest.mark.rule("PF-2")
def test_each_sees_their_own_dice_alone() -> None:
    match = round_open(3, "1 1 2 3 4", "2 2 2 2 2", "3 4 5 6 6")
    assert view(match, 0).cup == (1, 1, 2, 3, 4)
    assert view(match, 2).cup == (3, 4, 5, 6, 6)
    assert view(match).cup is None
    assert [event.text for event in match.seen_by(1)] == ["first 6 1 1", "shake 2 2 2 2 2"]
    assert [event.text for event in match.seen_by(None)] == ["first 6 1 1"]


@pytest.mark.rule("PF-2")
def test_what_is_legal_does_not_depend_on_dice() -> None:
    one = round_open(3, "1 1 1 1 1", "2 2 2 2 2", "3 3 3 3 3")
    two = round_open(3, "6 6 6 6 6", "5 5 5 5 5", "4 4 4 4 4")
    for match in (one, two):
        play(match, "0 call 5", "1 propose 3 1:1 2:1")
    for seat in range(3):
        assert one.state.legal_texts(seat) == two.state.legal_texts(seat)
    assert one.state.scores() == two.state.scores()


@pytest.mark.rule("PF-2")
def test_legal_lists_are_told_to_their_own_seat_alone() -> None:
    match = round_open(3)
    play(match, "0 call 5", "1 pass")
    assert [event.legal is not None for event in match.seen_by(1)[-2:]] == [False, True]
    assert all(event.legal is None for event in match.seen_by(None))
