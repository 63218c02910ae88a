"""What the beginning of a round of Pa' fuera is worth: learned, stored and looked up."""

import zlib

import pytest
from librt.vecs import vec

from cubilete import Rng
from cubilete.games.pa_fuera.policy.outlook import (
    HOLDINGS,
    SCALE,
    Outlook,
    read_outlook,
    stored_form,
    stored_place,
    table_size,
)
from cubilete.games.pa_fuera.policy.strategy import PaFueraStrategy
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import DICE_EACH, ONE
from cubilete.study.learning.pa_fuera import alike, by_tokens, first_position

LAST_TOKEN = (7, 0, 1)
"""The seat that starts has the last token and one of the two dice; one other seat has the other.
Blind, each die goes out with one chance in six: 25 of 36 times both stay, once both go."""
LAST_SHARES = [25 / 72 + 5 / 36 + 1 / 108, 1 / 108, 25 / 72 + 5 / 36 + 1 / 108]


def test_round_with_the_last_token_is_worth_what_enumeration_says() -> None:
    outlook = Outlook(3, vec[float]([0.0] * table_size(3)))
    found = outlook.mean_worth(first_position(LAST_TOKEN), PaFueraStrategy(), 4000, Rng(3))
    assert found == pytest.approx(LAST_SHARES, abs=0.03)
    assert read_outlook(3).worth(first_position(LAST_TOKEN)) == pytest.approx(LAST_SHARES, abs=0.2)


@pytest.mark.parametrize("players", [3, 4])
def test_shares_sum_to_one_and_belong_to_seats_wherever_they_sit(players: int) -> None:
    outlook, rng = read_outlook(players), Rng(players)
    for _ in range(300):
        have = [6 + rng.below(HOLDINGS - 6), *[rng.below(HOLDINGS) for _ in range(players - 1)]]
        shares = outlook.worth(turned(have, 0))
        assert sum(shares) == pytest.approx(1, abs=0.02)
        for starter in range(1, players):
            assert outlook.worth(turned(have, starter)) == shares[-starter:] + shares[:-starter]
        other = [have[0], *reversed(have[1:])]
        assert outlook.worth(turned(other, 0)) == [shares[0], *reversed(shares[1:])]


def turned(have: list[int], starter: int) -> PaFuera:
    """A round in which the seats from the starter on have so much."""
    state = PaFuera(len(have))
    state.rolling = state.tokens = state.dice = 0
    for place, held in enumerate(have):
        seat = (starter + place) % len(have)
        state.tokens += held // (DICE_EACH + 1) * ONE[seat]
        state.dice += held % (DICE_EACH + 1) * ONE[seat]
    state.begin_round(starter)
    return state


def test_more_dice_and_tokens_are_worth_more() -> None:
    outlook = read_outlook(4)
    poor, usual, rich = (sum_of(outlook, have) for have in (3 * 6 + 2, 3 * 6 + 3, 4 * 6 + 4))
    assert poor < usual < rich


def sum_of(outlook: Outlook, have: int) -> float:
    """Over some positions of the others."""
    others = [(20, 21, 27), (14, 20, 28), (21, 21, 21)]
    return sum(outlook.worth(turned([21, have, *two[:2]], 0))[1] for two in others)


@pytest.mark.parametrize(("players", "positions"), [(3, 19_875), (4, 252_800)])
def test_every_position_has_a_place_of_its_own(players: int, positions: int) -> None:
    found = [stored_place(have) for starts in by_tokens(players) for have in starts]
    assert len(set(found)) == len(found) == positions
    assert all(place % players == 0 for place in found)
    assert max(found) + players == table_size(players)


def test_equal_seats_have_equal_shares() -> None:
    assert alike((9, 4, 4, 8), [0.1, 0.2, 0.4, 0.3]) == pytest.approx([0.1, 0.3, 0.3, 0.3])


def test_stored_form_is_what_is_read() -> None:
    outlook = read_outlook(3)
    numbers = zlib.decompress(stored_form(outlook))
    assert [number / SCALE for number in numbers] == list(outlook.shares)
