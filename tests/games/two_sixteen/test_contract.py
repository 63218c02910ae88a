"""The contract of all games, the view, the position as text, and the bots."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete.core.check import check_game
from cubilete.core.errors import CubileteError
from cubilete.core.json_types import JsonObject
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, SEATS
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.tables import USES
from effort import examples
from yardsticks.two_sixteen import GreedyBot

from .table import begin, draw, play, view


def quick_deck() -> JsonObject:
    """The shipped deck with higher scores, for games of a few rounds."""
    deck = GAME.rules.default_material({})
    assert isinstance(deck["objectives"], list)
    for card in deck["objectives"]:
        assert isinstance(card, dict)
        assert isinstance(card["score"], int)
        card["score"] *= 12
    return deck


@pytest.mark.parametrize("players", GAME.about.players)
def test_the_contract_holds_for_every_number_of_players(players: int) -> None:
    check_game(GAME, games=3 if players < 5 else 1, players=[players], material=quick_deck())


def test_the_contract_holds_with_our_deck_and_a_longer_game() -> None:
    check_game(GAME, games=2, players=[1], options={"target": 150})
    check_game(GAME, games=1, players=[1])


# --- Texts ---

WORDS = st.sampled_from(
    [
        *("roll", "offer", "help", "start", "claim", "reroll", "pass", "ia", "points"),
        *("G01", "G21", "R05", "0", "1", "2", "5", "6", "7", "-1", "٣", "²", "", " ", "\x00"),
        *USES,
    ]
)


@given(st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=20))
@settings(max_examples=examples(150), deadline=None)
def test_any_text_is_an_event_or_refused(text: str) -> None:
    first = play(draw(begin(2, ("G21", "R05", "G01", "G02")), "shift1", "set1"), "roll 2 2 5")
    second = play(first.copy(), "reroll 5", "roll 1")
    drawing = play(second.copy(), "pass")
    ia = play(begin(1, ("G21", "G22", "G23", "G01")), "roll 1 2 5", "claim G21 points", "offer V01")
    for state in (GAME.new(2), begin(2), first, second, drawing, ia):
        for by in (CHANCE, 0):
            before = state.fingerprint()
            with contextlib.suppress(CubileteError):
                state.copy().play(by, text)
            assert state.fingerprint() == before


# --- View and position ---


@pytest.mark.rule("216-12")
def test_a_view_shows_counts_of_decks_and_contents_of_discards() -> None:
    state = draw(begin(2, ("R05", "G01", "G02", "G03")), "shift1", "reroll")
    play(state, "roll 2 2 6", "help -1 6", "claim R05", "offer V01")
    seen = view(state, 1)
    assert (seen.help_deck, seen.help_discards, seen.hands) == (28, {"shift1": 1}, (0, 1))
    assert (seen.objective_deck, seen.objective_discards) == (65, ("R05",))
    assert seen.hand == {"reroll": 1}


def test_the_table_as_text_shows_offer_dice_and_own_hand() -> None:
    state = play(draw(begin(2, ("R05", "G01", "G02", "G03")), "set4", "reroll"), "roll 2 2 5")
    assert GAME.words.show(view(state, 0)) == (
        "Round 2, to 100 points\n"
        "> seat 1  points:   0, help cards: 1\n"
        "  seat 2  points:   0, help cards: 1\n"
        "Offer\n"
        "* R05    a pair and its opposite   8 +3    18/216\n"
        "  G01    three 1s                 17 +7     1/216\n"
        "  G02    three 3s                 17 +7     1/216\n"
        "  G03    three 6s                 17 +7     1/216\n"
        "Objectives in the deck: 66, discarded: 0\n"
        "Help cards in the deck: 28, discarded: 0\n"
        "Hand: set a die to 4\n"
        "Dice: 2 2 5 (first roll)"
    )
    assert "set a die to 4" not in GAME.words.show(view(state, None))


def test_the_table_of_the_solo_game_shows_the_ia_and_the_card_being_drawn() -> None:
    state = play(begin(1, ("R05", "G21", "G01", "G02")), "roll 2 2 5", "claim R05 points")
    shown = GAME.words.show(view(state, 0))
    assert "  The AI  points:   0\n" in shown
    assert "\n  -\n" in shown


# --- Bots ---


def play_with_bots(seats: int, seed: int) -> TwoSixteen:
    state = GAME.new(seats)
    rng = seeded("bots", seats, seed)
    bots = [GreedyBot() for _ in range(seats)]
    while not state.over:
        if state.turn() == SEATS:
            seat = state.to_act[0]
            state.play(seat, bots[seat].choose(GAME.rules.view(state, seat), rng))
        else:
            state.advance(CHANCE, state.sample(rng))
    return state


@pytest.mark.rule("216-M6")
def test_a_game_between_competent_players_takes_twelve_to_eighteen_rounds() -> None:
    rounds = [play_with_bots(2 + seed % 3, seed).rounds for seed in range(60)]
    assert 12 <= sum(rounds) / len(rounds) <= 18


@pytest.mark.parametrize(
    ("offer", "roll", "choice"),
    [
        (("R05", "G21", "G02", "G03"), "2 2 5", "claim R05 points"),  # 3 points > a help
        (("G01", "G21", "G02", "G03"), "1 4 5", "claim G21 help"),  # a help > 1 point
        (("G01", "G21", "R05", "G02"), "1 1 2", "reroll 2"),  # for 1 1 1 or 1 1 6
    ],
)
def test_the_greedy_bot_weighs_points_helps_and_rolling_again(
    offer: tuple[str, ...], roll: str, choice: str
) -> None:
    state = play(begin(2, offer), f"roll {roll}")
    assert GreedyBot().choose(view(state, 0), seeded("bot")) == choice


def test_the_greedy_bot_uses_a_help_for_a_rare_objective() -> None:
    state = play(draw(begin(2), "shift1", "reroll"), "roll 1 1 2")
    assert GreedyBot().choose(view(state, 0), seeded("bot")) == "help -1 2"


def test_the_greedy_bot_leaves_the_easier_objective_to_itself() -> None:
    state = begin(1, ("G21", "V01", "G01", "R05"))
    play(state, "roll 2 2 5", "claim R05 points", "offer G02")
    assert state.legal_texts(0) == ["ia G21", "ia V01"]
    assert GreedyBot().choose(view(state, 0), seeded("bot")) == "ia G21"


def test_the_greedy_bot_beats_the_ia() -> None:
    wins = [play_with_bots(1, seed).winners() == [0] for seed in range(20)]
    assert sum(wins) > 10
