"""Pig keeps to the contract of a game."""

from pig import GAME, HOLD, Pig

from cubilete import CHANCE, check_game


def test_contract() -> None:
    check_game(GAME, games=1, players=[2, 16])


def test_one_loses_what_the_turn_gained() -> None:
    state = Pig(2)
    for text in ("die 5", "roll", "die 1"):
        state.play(CHANCE if text.startswith("die") else 0, text)
    assert state.scores() == [0, 0]
    assert state.current == 1


def test_hold_keeps_it() -> None:
    state = Pig(2)
    state.play(CHANCE, "die 5")
    state.apply(0, HOLD)
    assert state.scores() == [5, 0]
