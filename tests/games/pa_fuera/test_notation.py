"""Every action has one spelling; every other text or code is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete.core.errors import CubileteError
from cubilete.core.match import Match, replay
from cubilete.core.record import read_record
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, SEATS, TABLE, State

from .table import lively_game, play, round_open, sit_down

PIECES = (
    *("first", "shake", "call", "propose", "accept", "decline", "withdraw", "pass", "reveal"),
    *("0", "1", "3", "6", "7", "9", "#1", "#6", "#7", "#0", "#", "-", "/", "٣", "²", "\x00"),
    *("0:1", "1:1", "2:1", "1:0", "2:9", "3:2", "1:", ":1"),
)


def situations() -> list[State]:
    rolling = Match(sit_down(3, "6 1 1").game, ("Ana", "Beto", "Caro"))
    raising = round_open(3)
    play(raising, "0 call 5", "1 propose 3 1:1 2:1")
    four = round_open(4)
    play(four, "0 call 5", "1 call 2", "2 propose 3 0:1 2:1 3:1", "3 accept #8")
    return [
        rolling.state,
        sit_down(4, "6 6 1 1").state,
        sit_down(3, "6 1 1").state,
        round_open(4).state,
        raising.state,
        four.state,
    ]


SITUATIONS = situations()
ROLLS = [set(state.distribution()) if state.turn() == CHANCE else set() for state in SITUATIONS]


def try_text(state: State, by: int, text: str) -> None:
    """A text that is not refused is legal, or a possible outcome; a refusal changes nothing."""
    copy = state.copy()
    try:
        copy.play(by, text)
    except CubileteError:
        assert copy.fingerprint() == state.fingerprint()
    else:
        assert text in state.legal_texts(by) if by >= 0 else by == CHANCE
        assert copy.fingerprint() != state.fingerprint()


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=6), st.sampled_from([" ", "  ", ""]))
def test_pieces_of_notation_are_legal_or_refused(pieces: list[str], joint: str) -> None:
    for state in SITUATIONS:
        for by in range(TABLE, 5):
            try_text(state, by, joint.join(pieces))


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_legal_or_refused(text: str) -> None:
    for state in SITUATIONS:
        for by in range(TABLE, 5):
            try_text(state, by, text)


@pytest.mark.parametrize(
    "text",
    [
        "accept #" + "9" * 5000,
        "call " + "1" * 5000,
        "propose 3" + " 1:1" * 2000,
        "accept #06",
        "accept #٦",
        "call ٣",
        "call 3 ",
        " call 3",
        "Call 3",
        "call 3\n",
        "propose 3 1:1  2:1",
        "propose 3",
        "accept 6",
    ],
)
def test_every_other_spelling_is_refused(text: str) -> None:
    for state in SITUATIONS:
        for by in (CHANCE, 0, 1, 2):
            with pytest.raises(CubileteError):
                state.copy().play(by, text)


CODES = st.one_of(
    st.integers(-(2**63), 2**63 - 1),
    st.integers(0, 6 << 24),
    st.integers(0, 2**12),
    st.builds(
        lambda kind, face, shares: (kind << 24) + (face << 16) + shares,
        st.integers(0, 7),
        st.integers(0, 15),
        st.integers(0, 0xFFFF),
    ),
)


@settings(deadline=None)
@given(CODES)
def test_every_number_is_legal_or_not_and_nothing_else(code: int) -> None:
    for state, rolls in zip(SITUATIONS, ROLLS, strict=True):
        for seat in range(state.seat_count()):
            assert state.is_legal(seat, code) == (code in state.legal(seat))
        assert state.is_possible(code) == (code in rolls)


def test_every_share_of_every_alliance_is_legal_or_not_as_listed() -> None:
    for state in SITUATIONS:
        if state.turn() == SEATS:
            for seat in state.to_act:
                legal = set(state.legal(seat))
                for shares in range(0x10000):
                    code = (2 << 24) + (3 << 16) + shares
                    assert state.is_legal(seat, code) == (code in legal)


def test_record_of_a_game_replays_to_the_same_bytes() -> None:
    for players in (3, 4):
        match = lively_game(players, seeded("records", players))
        text = match.record().to_text()
        again = replay(read_record(text))
        assert again.state.fingerprint() == match.state.fingerprint()
        assert again.result == match.result
