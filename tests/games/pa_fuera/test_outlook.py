"""What the beginning of a round of Pa' fuera is worth: learned, stored and looked up."""

import zlib

import pytest
from librt.vecs import vec

from cubilete import Rng
from cubilete.core.state import CHANCE
from cubilete.core.strategy import values
from cubilete.games.pa_fuera.policy.outlook import (
    HOLDINGS,
    SCALE,
    Outlook,
    Thrifty,
    read_outlook,
    stored_form,
    table_size,
)
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import BIT, DICE_EACH, ONE
from cubilete.study.learning.pa_fuera import (
    by_tokens,
    first_position,
    position_of,
    stored_place,
    ways_of_others,
)

LAST_TOKEN = ((7, 0, 1), 0), ((1, 0, 7), 2), ((0, 1, 7), 2)
"""One seat starts with the last token and has one of the two dice; another one has the other.
Blind, each die goes out with one chance in six: 25 of 36 times both stay, once both go."""
LAST_SHARES = [25 / 72 + 5 / 36 + 1 / 108, 25 / 72 + 5 / 36 + 1 / 108, 1 / 108]


@pytest.mark.parametrize("place", range(3))
def test_round_with_the_last_token_is_worth_what_enumeration_says(place: int) -> None:
    outlook, rng = Outlook(3, vec[float]([0.0] * table_size(3))), Rng(3)
    start = first_position(*LAST_TOKEN[place], rng)
    found = outlook.mean_worth(start, Thrifty(), ways_of_others(), 4000, rng)
    assert found == pytest.approx(LAST_SHARES[place], abs=0.03)
    stored = worth(read_outlook(3), *LAST_TOKEN[place])
    assert stored == pytest.approx(LAST_SHARES[place], abs=0.2)


def worth(outlook: Outlook, have: tuple[int, ...], starts: int) -> float:
    """To the seat with the first holding."""
    return outlook.worth(*position_of(have), starts, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_share_does_not_depend_on_where_the_seats_sit(players: int) -> None:
    outlook, rng = read_outlook(players), Rng(players)
    for _ in range(300):
        have = tuple(6 + rng.below(HOLDINGS - 6) for _ in range(players))
        starts = rng.below(players)
        share = worth(outlook, have, starts)
        assert 0 <= share <= 1
        for turn in range(1, players):
            turned = have[-turn:] + have[:-turn]
            starter = (starts + turn) % players
            assert outlook.worth(*position_of(turned), starter, turn) == share
        if len(set(have)) == players:
            other = (have[0], *reversed(have[1:]))
            assert worth(outlook, other, -starts % players) == share


def test_more_dice_and_tokens_are_worth_more() -> None:
    outlook = read_outlook(4)
    poor, usual, rich = (sum_of(outlook, have) for have in (3 * 6 + 2, 3 * 6 + 3, 4 * 6 + 4))
    assert poor < usual < rich


def sum_of(outlook: Outlook, have: int) -> float:
    """Over some positions of the others."""
    others = [(20, 21, 27), (14, 20, 28), (21, 21, 21)]
    return sum(worth(outlook, (have, *three), starts) for three in others for starts in range(4))


@pytest.mark.parametrize("players", [3, 4])
def test_end_of_the_game_is_worth_what_the_rules_say(players: int) -> None:
    outlook, rng = read_outlook(players), Rng(players)
    for _ in range(200):
        state = PaFuera(players)
        state.tokens = 0
        state.dice = sum(rng.below(DICE_EACH + 1) * ONE[seat] for seat in range(players))
        found = [outlook.worth(state.tokens, state.dice, 0, seat) for seat in range(players)]
        assert found == values(state)


@pytest.mark.parametrize(("players", "positions"), [(3, 49_950), (4, 843_600)])
def test_every_position_has_a_place_of_its_own(players: int, positions: int) -> None:
    outlook = Outlook(players, vec[float]([]))
    found = [
        stored_place(outlook, have, starts)
        for level in by_tokens(players)
        for have, starts in level
    ]
    assert len(set(found)) == len(found) == positions
    assert max(found) < table_size(players)


def test_learned_rounds_begin_with_what_the_seats_have() -> None:
    outlook, rng = Outlook(4, vec[float]([])), Rng(6)
    have = (20, 9, 14, 28)
    orders = set()
    for starts in [0, 1, 2, 3] * 10:
        state = first_position(have, starts, rng)
        assert (state.starter == 0) == (starts == 0)
        assert outlook.place(state.tokens, state.dice, state.starter, 0) == stored_place(
            outlook, have, starts
        )
        orders.add(state.dice)
    assert len(orders) == 6


def test_thrifty_seat_lets_others_go_first_unless_it_proposes() -> None:
    state = first_position((33, 34, 35), 0, Rng(1))
    rng = Rng(2)
    while state.shaking < 3:
        state.advance(CHANCE, state.sample(rng))
    state.advance(0, Thrifty().choose(state, 0, rng))
    assert state.active == BIT[1] | BIT[2]
    for seat in (1, 2):
        proposes = state.text(seat, Thrifty().choose(state, seat, Rng(5))).startswith("propose")
        assert Thrifty().waits(state, seat, Rng(5)) != proposes


def test_stored_form_is_what_is_read() -> None:
    outlook = read_outlook(3)
    numbers = zlib.decompress(stored_form(outlook))
    assert [number / SCALE for number in numbers] == list(outlook.shares)
