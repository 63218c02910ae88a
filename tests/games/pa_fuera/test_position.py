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
        "P1    ooooo  ****    to play",
        "P2    oooo   ****    starts, calls",
        "P3    oooo   *****   to play",
        "pot: 2 tokens",
        "last round: out with the 5s: 1 1 2 3 4 / 2 2 2 2 5 / 3 4 5 6 6",
        "out with the 1s, says P2; raising costs 2",
        "#13: P1 proposes the 2s: P1 pays 1, P3 pays 1; waiting for P3",
        "your dice: 3 3 4 5",
    ]


def test_spectator_is_shown_no_dice() -> None:
    assert "your dice" not in GAME.words.show(view(round_open(3)))
