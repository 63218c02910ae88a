"""The position as plain text, in English."""

from cubilete.games.pa_fuera import GAME

from .table import all_pass, play, round_open, shake, view


def test_table_is_shown_as_plain_text() -> None:
    match = round_open(3, "1 1 2 3 4", "2 2 2 2 5", "3 4 5 6 6")
    play(match, "0 call 5")
    all_pass(match)
    shake(match, "1 1 2 3 4", "2 2 2 2", "3 3 4 5")
    play(match, "1 call 1", "0 propose 2 0:1 2:1")
    assert GAME.words.show(view(match, 2)).splitlines() == [
        "seat  dice   tokens",
        "J0    ooooo  ****    may act",
        "J1    oooo   ****    starts, calls",
        "J2    oooo   *****   may act",
        "pot: 2 tokens",
        "last round: out with the 5s: 1 1 2 3 4 / 2 2 2 2 5 / 3 4 5 6 6",
        "out with the 1s, says J1; raising costs 2",
        "#13: J0 proposes the 2s: J0 pays 1, J2 pays 1; waits for J2",
        "your dice: 3 3 4 5",
    ]


def test_spectator_is_shown_no_dice() -> None:
    assert "your dice" not in GAME.words.show(view(round_open(3)))
