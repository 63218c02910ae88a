"""Whole random games, compared with the slow rules; invalid codes and texts; the view as text."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete.core.check import check_game
from cubilete.core.errors import CubileteError
from cubilete.core.match import Match, replay
from cubilete.core.playout import playouts
from cubilete.core.record import read_record
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS, State, pick_seat
from cubilete.games.twenty_one import GAME

from .oracle import Oracle
from .table import rolled, started, view

LARGEST = 2**63 - 1


@pytest.mark.parametrize("players", GAME.about.players)
def test_the_contract_is_kept(players: int) -> None:
    check_game(GAME, games=2 if players < 5 else 1, players=[players])


def events_of_a_game(match: Match, rng: Rng) -> Iterator[None]:
    """Plays a random game; yields before each event."""
    while not match.state.over:
        yield
        if match.state.turn() == CHANCE:
            match.apply(CHANCE, match.state.sample(rng))
        else:
            seat = pick_seat(match.state.acting(), rng)
            match.apply(seat, match.state.choose(seat, rng))


@pytest.mark.parametrize("players", GAME.about.players)
def test_a_second_set_of_rules_agrees_with_every_position(players: int) -> None:
    for number in range(4):
        match = Match(GAME, ["x"] * players)
        oracle = Oracle(players, match.setup.material)
        followed = 0
        for _ in events_of_a_game(match, seeded("oracle", players, number)):
            for event in match.events[followed:]:
                oracle.follow(event)
            followed = len(match.events)
            state = match.state
            assert state.to_act == oracle.to_act()
            for seat in state.to_act:
                assert state.legal_texts(seat) == oracle.legal(seat)
            if oracle.sheets:
                assert state.scores() == oracle.scores()
                if state.turn() == CHANCE:
                    assert view(state).to_roll == oracle.to_roll()
        for event in match.events[followed:]:
            oracle.follow(event)
        assert oracle.over
        assert match.state.scores() == oracle.scores()
        assert match.state.winners() == oracle.winners()


def test_records_with_legal_lists_are_replayed() -> None:
    match = Match(GAME, ["Ana", "Luis", "Eva"], with_legal=True)
    for _ in events_of_a_game(match, seeded("records")):
        pass
    text = match.record().to_text()
    assert replay(read_record(text)).result == match.result
    assert '"to"' not in text


def test_a_copy_plays_on_like_its_original() -> None:
    state = rolled("W3 Y4 R1 G2 B3 K4", players=4)
    state.play(2, "write W3")
    copy = state.copy()
    assert copy.playout(seeded(5)) == state.playout(seeded(5))
    assert copy.fingerprint() == state.fingerprint()


def test_bulk_playouts_leave_the_position_as_it_was() -> None:
    state = started(5)
    before = state.fingerprint()
    assert playouts(state, 3, seeded(1)) > 100
    assert state.fingerprint() == before


# --- Invalid codes and texts ---


def positions() -> list[State]:
    """One position for each thing that the game can wait for."""
    fresh = GAME.new(3)
    drawing = fresh.copy()
    drawing.play(CHANCE, "start 2")
    to_roll = started(3)
    standing = started(3)
    standing.play(CHANCE, "roll W3 Y4 R1 G2 B3 K4")
    again = standing.copy()
    again.play(0, "reroll")
    writing = rolled("W3 Y4 R1 G2 B3 K4", players=3)
    sealed = writing.copy()
    sealed.play(1, "write W3")
    over = started(3)
    over.playout(seeded(1))
    return [fresh, drawing, to_roll, standing, again, writing, sealed, over]


POSITIONS = positions()
POSSIBLE = [set(state.distribution()) if state.turn() == CHANCE else set() for state in POSITIONS]


@settings(deadline=None)
@given(
    place=st.integers(0, len(POSITIONS) - 1),
    seat=st.integers(-3, 6) | st.integers(-LARGEST, LARGEST),
    code=st.integers(-2, 2**18 + 3) | st.integers(-LARGEST - 1, LARGEST),
)
def test_any_number_is_a_legal_code_or_is_refused(place: int, seat: int, code: int) -> None:
    state = POSITIONS[place]
    assert state.is_legal(seat, code) == (code in state.legal(seat))
    if state.turn() == CHANCE:
        assert state.is_possible(code) == (code in POSSIBLE[place])
    before = state.fingerprint()
    if not state.is_legal(seat, code) and seat >= 0:
        with pytest.raises(CubileteError):
            state.apply(seat, code)
    assert state.fingerprint() == before


WORDS = ["start", "sheets", "roll", "write", "cross", "stand", "reroll"]
DICE = ["W3", "Y4", "R1", "G2", "B3", "K4", "W7", "W0", "w3"]
OTHERS = [
    "0",
    "2",
    "9",
    "A",
    "B",
    "G",
    "",
    "\x00",
    "٣",
    "W٣",
    "²",
    "\n",
    "9" * 5000,
    "-1",
    "\ud800",
]
PIECES = st.sampled_from([*WORDS, *DICE, *OTHERS])


@settings(deadline=None)
@given(
    place=st.integers(0, len(POSITIONS) - 1),
    by=st.integers(-2, 3),
    text=st.lists(PIECES, max_size=8).map(" ".join) | st.text(max_size=20),
)
def test_any_text_is_an_action_or_is_refused(place: int, by: int, text: str) -> None:
    state = POSITIONS[place].copy()
    if by >= 0 and text in state.legal_texts(by):
        state.play(by, text)
    elif not is_outcome(state, by, text):
        before = state.fingerprint()
        with pytest.raises(CubileteError) as caught:
            state.play(by, text)
        assert caught.value.code
        assert str(caught.value)
        assert state.fingerprint() == before


def is_outcome(state: State, by: int, text: str) -> bool:
    """Whether this is a possible outcome now, judged by the notation alone."""
    if by != CHANCE or state.turn() != CHANCE:
        return False
    if view(state).active is None:
        return text in ("start 0", "start 1", "start 2")
    if not view(state).to_roll:
        return re.fullmatch("sheets ([A-F]) (?!\\1)([A-F]) (?!\\1|\\2)[A-F]", text) is not None
    return (
        re.fullmatch("roll " + " ".join(c + "[1-6]" for c in view(state).to_roll), text) is not None
    )


@pytest.mark.parametrize(
    "text",
    [
        "write",
        "write ",
        "write W3 W3",
        "write W3 W4",
        "write Y4 W3",
        "write W3  Y4",
        "write W3 Y4 ",
        "write W٣",
        "write W3\n",
        "cross ",
        "cross W3",
        "Cross",
        "stand now",
    ],
)
def test_an_action_has_one_spelling(text: str) -> None:
    state = rolled("W3 Y4 R1 G2 B3 K4")
    with pytest.raises(CubileteError) as caught:
        state.play(0, text)
    assert caught.value.code == "unreadable"


def test_every_wait_has_the_number_of_its_rule() -> None:
    rules = [state.turn_rule() for state in POSITIONS]
    assert rules == ["T1-1", "T1-1", "T1-2", "T1-2", "T1-2", "T1-6", "T1-6", "T1-8"]


# --- What people see ---


def test_the_position_is_shown_as_text() -> None:
    state = started()
    state.play(CHANCE, "roll W6 Y1 R1 G2 B3 K4")
    state.play(0, "stand")
    state.play(0, "write W6 Y1")
    state.play(1, "cross")
    text = GAME.words.show(view(state))
    assert "seat 1, sheet A, points 8" in text
    assert "> 1  W6* Y1  R.  G.  B.  K.   =  8" in text
    assert "> 1  Wx  Y.  R.  G.  B.  K.   =  0" in text
    assert "to roll: W Y R G B K" in text


def test_every_position_can_be_shown_to_everybody() -> None:
    for state in POSITIONS:
        for seat in (0, 1, 2, None):
            assert "seat 2" in GAME.words.show(view(state, seat))
    sealed = POSITIONS[6]
    assert sealed.turn() == SEATS
    assert "decided: write W3" in GAME.words.show(view(sealed, 1))
    assert "decided" not in GAME.words.show(view(sealed, 0))


NUMBERS = [f"T1-M{n}" for n in range(1, 4)] + [f"T1-{n}" for n in range(1, 10)]


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_rules_for_people_have_every_number(language: str) -> None:
    text = GAME.words.rules(language)
    found = re.findall(r"^(?:- )?\*\*(T1-M?\d)\*\*", text, re.MULTILINE)
    assert sorted(found) == sorted(NUMBERS)
    assert "Benndorf" in text
    assert "Staupe" in text
