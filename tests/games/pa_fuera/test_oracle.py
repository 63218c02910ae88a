"""Random games agree with the oracle in every position."""

import pytest

from cubilete.core.check import check_game
from cubilete.core.match import Match
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, OVER, SEATS, TABLE
from cubilete.games.pa_fuera import GAME

from .oracle import Oracle
from .table import NAMES, lively_step

EVERY_WORD = {
    *("first", "shake", "reveal"),
    *("call", "propose", "accept", "decline", "withdraw", "pass"),
}
TURNS = {SEATS: "seats", CHANCE: "chance", TABLE: "table", OVER: "over"}


def compare_one_game(players: int, rng: Rng) -> Match:
    match = Match(GAME, NAMES[:players], with_legal=True)
    oracle = Oracle(players)
    told = 0
    while True:
        while told < len(match.events):
            event = match.events[told]
            if event.by == "table":
                assert oracle.expects() == "table"
                assert event.text == oracle.revealed()
                assert event.to is None
            oracle.happen(event.by, event.text)
            told += 1
        state = match.state
        assert TURNS[state.turn()] == oracle.expects()
        assert state.scores() == oracle.scores()
        assert state.to_act == oracle.free_to_act()
        for seat in range(players):
            assert state.legal_texts(seat) == oracle.legal(seat)
        if state.over:
            assert state.winners() == oracle.winners()
            return match
        audience = oracle.audience() if state.turn() == CHANCE else None
        lively_step(match, rng)
        to = match.events[told].to
        assert (None if to is None else list(to)) == audience


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_are_as_the_oracle_says(players: int) -> None:
    rng = seeded("pa-fuera against the oracle", players)
    seen: set[str] = set()
    blind = 0
    for _ in range(80):
        match = compare_one_game(players, rng)
        seen |= {event.text.split(" ")[0] for event in match.events}
        blind += any(event.to == () for event in match.events)
    assert seen == EVERY_WORD
    assert blind > 0


def test_game_keeps_to_the_contract() -> None:
    check_game(GAME, games=3)
