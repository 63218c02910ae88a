"""The greedy bot: its choices, and that it beats the random bot."""

from collections.abc import Sequence

from cubilete.core.match import Match
from cubilete.core.parts.policy import Bot, RandomBot
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.games.pa_fuera import GAME
from cubilete.games.pa_fuera.view import PaFueraView
from yardsticks.pa_fuera import GreedyBot

from .table import NAMES, play, round_open, view


def answer(match: Match, seat: int) -> str:
    shown = view(match, seat)
    text = GreedyBot().choose(shown, Rng(1))
    assert text in shown.legal
    return text


def play_game(bots: Sequence[Bot[PaFueraView]], rng: Rng) -> list[int]:
    match = Match(GAME, NAMES[: len(bots)])
    while not match.state.over:
        if match.state.turn() == CHANCE:
            match.apply(CHANCE, match.state.sample(rng))
        else:
            seat = pick_seat(match.state.acting(), rng)
            match.play(seat, bots[seat].choose(view(match, seat), rng))
    return match.state.winners()


def test_greedy_starts_with_the_face_it_holds_least_of() -> None:
    match = round_open(3, "1 2 3 4 6", "5 5 5 5 5", "5 5 5 5 5")
    assert answer(match, 0) == "call 5"


def test_greedy_lets_a_call_stand_that_costs_it_nothing() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 6", "1 2 5 5 5")
    play(match, "0 call 5")
    assert answer(match, 1) == "pass"


def test_greedy_cancels_alone_what_would_take_many_dice() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 6", "1 2 3 5 5")
    play(match, "0 call 5")
    assert answer(match, 2) in ("call 4", "call 6")


def test_greedy_asks_for_an_alliance_where_it_saves_one_die() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 6", "1 2 3 4 5")
    play(match, "0 call 5")
    assert answer(match, 2) == "propose 6 1:1 2:1"


def test_greedy_joins_an_alliance_that_saves_dice_and_no_other() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 5", "1 2 3 4 5")
    play(match, "0 call 5", "1 propose 6 1:1 2:1")
    assert answer(match, 2) == "accept #6"
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 5", "1 2 3 5 6")
    play(match, "0 call 5", "1 propose 6 1:1 2:1")
    assert answer(match, 2) == "decline #6"


def test_greedy_asks_three_times_and_then_passes() -> None:
    match = round_open(3, "1 2 3 4 6", "1 2 3 4 6", "1 2 3 4 5")
    play(match, "0 call 5")
    said = []
    while match.state.to_act == [1, 2]:
        said.append(answer(match, 2))
        match.play(2, said[-1])
    assert [text.split(" ")[0] for text in said] == [
        *("propose", "withdraw", "propose", "withdraw", "propose", "pass")
    ]


def test_greedy_wins_far_more_than_its_share_against_chance() -> None:
    wins = 0.0
    for number in range(60):
        place = number % 3
        bots: list[Bot[PaFueraView]] = [RandomBot(), RandomBot(), RandomBot()]
        bots[place] = GreedyBot()
        winners = play_game(bots, seeded("greedy against random", number))
        wins += (place in winners) / len(winners)
    assert wins > 60 * 0.6
