"""Liar's Cup keeps to the contract of a game, and to its own rules."""

from liars_cup import GAME

from cubilete import CHANCE, Match, check_game


def test_contract() -> None:
    check_game(GAME, games=2)


def test_doubter_of_a_true_claim_loses_a_life() -> None:
    match = Match(GAME, ["Ana", "Luis"])
    match.play(CHANCE, "roll 3")
    match.play(CHANCE, "roll 4")
    match.play(0, "claim 7")
    match.play(1, "doubt")
    assert match.events[-1].text == "show 3 4"
    assert match.state.scores() == [3, 2]
