"""Statistics of dice: every die counted once, and the range of fair counts."""

from fractions import Fraction
from math import comb

import pytest

from cubilete import CHANCE, AnyGame, Match, all_games
from cubilete.core.rng import seeded
from cubilete.core.state import pick_seat
from cubilete.study.dice_spread import as_uneven, chance_range, count_faces


def below(dice: int, count: int) -> Fraction:
    """The probability that fewer than `count` of the dice show a face."""
    ways = sum(comb(dice, k) * 5 ** (dice - k) for k in range(count))
    return Fraction(ways, 6**dice)


@pytest.mark.parametrize("dice", [0, 1, 2, 5, 17, 60, 361])
def test_range_leaves_out_one_in_forty_on_each_side_and_no_more(dice: int) -> None:
    least, most = chance_range(dice)
    part = Fraction(1, 40)
    assert below(dice, least) <= part
    assert least == dice or below(dice, least + 1) > part
    assert 1 - below(dice, most + 1) <= part
    assert most == 0 or 1 - below(dice, most) > part


def test_range_for_sixty_dice_is_the_known_one() -> None:
    assert chance_range(60) == (5, 16)


@pytest.mark.parametrize(
    ("x", "table"), [(1.610, 0.90), (4.351, 0.50), (9.236, 0.10), (11.070, 0.05), (15.086, 0.01)]
)
def test_unevenness_is_that_of_the_printed_tables(x: float, table: float) -> None:
    expected = 10_000
    apart = (x * expected / 2) ** 0.5
    counts = [expected] * 4 + [expected + apart, expected - apart]
    assert as_uneven(counts) == pytest.approx(table, abs=0.0005)


def test_even_dice_are_as_even_as_can_be() -> None:
    assert count_faces([1, 2, 3, 4, 5, 6] * 10).as_uneven == 1
    few = count_faces([6, 6, 6])
    assert few.as_uneven is None
    assert [face.count for face in few.faces] == [0, 0, 0, 0, 0, 3]
    assert [face.usual for face in few.faces] == [True] * 5 + [False]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_die_that_all_see_is_counted_once(game: AnyGame) -> None:
    """`State.draws` says how many dice are rolled; `Rules.dice_shown` must count the same."""
    match = Match(game, [f"P{seat}" for seat in range(game.about.players[0] + 1)])
    rng = seeded("faces")
    rolled = counted = 0
    while not match.state.over:
        state = match.state
        if state.turn() == CHANCE:
            ways = state.draws()
            event = match.apply(CHANCE, state.outcome([rng.below(size) for size in ways]))
            if event.text.startswith(("roll ", "steal ", "first ", "shake ")):
                rolled += len(ways)
        else:
            seat = pick_seat(state.acting(), rng)
            match.apply(seat, state.choose(seat, rng))
    for event in match.seen_by(None):
        faces = game.rules.dice_shown(event.text)
        assert all(1 <= face <= 6 for face in faces)
        if isinstance(event.by, int):
            assert faces == ()
        counted += len(faces)
    assert counted == rolled > 0
