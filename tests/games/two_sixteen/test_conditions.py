"""The conditions of objectives (216-M1 to 216-M4)."""

from itertools import permutations

import pytest

from cubilete.games.two_sixteen.conditions import (
    RELATIONS,
    ROLLS,
    count_of,
    family_of,
    is_met,
    rolls_meeting,
)

from .oracle import meets, rolls_that_meet

FACES = [f"{a} {b} {c}" for a in "123456" for b in "123456?" for c in "123456?" if a <= b <= c]
SUMS = [
    f"{dice} {sign} {number}"
    for dice in ("sum", "two")
    for sign in ("=", ">=", "<=")
    for number in range(20)
]
ABSENT = [
    "no " + " ".join(str(face) for face in range(1, 7) if bits >> face & 1)
    for bits in range(2, 128, 2)
]
EVERY_CONDITION = [*FACES, *SUMS, *RELATIONS, *ABSENT]


@pytest.mark.rule("216-M1")
@pytest.mark.rule("216-M2")
def test_every_condition_there_is_counts_the_216_rolls_as_the_oracle_does() -> None:
    for when in EVERY_CONDITION:
        assert family_of(when) is not None, when
        assert count_of(when) == rolls_that_meet(when), when


@pytest.mark.rule("216-M1")
def test_the_order_of_the_dice_never_matters() -> None:
    for when in ("1 2 ?", "sum >= 14", "two = 9", "pair opposite", "straight", "no 1 2"):
        for roll in ROLLS:
            assert {meets(when, list(order)) for order in permutations(roll)} == {
                is_met(when, roll)
            }


@pytest.mark.rule("216-M2")
@pytest.mark.parametrize(
    ("when", "rolls"),
    [
        ("3 3 3", 1),
        ("1 1 2", 3),
        ("1 2 3", 6),
        ("1 1 ?", 16),
        ("1 2 ?", 30),
        ("6 ? ?", 91),
        ("sum = 10", 27),
        ("sum >= 14", 35),
        ("sum <= 6", 20),
        ("two = 9", 60),
        ("two >= 11", 43),
        ("two <= 3", 43),
        ("pair", 96),
        ("pair different", 90),
        ("triple", 6),
        ("different", 120),
        ("pair opposite", 18),
        ("two opposite", 90),
        ("straight", 36),
        ("no 1", 125),
        ("no 1 2", 64),
        ("no 1 2 3", 27),
    ],
)
def test_a_condition_is_met_by_so_many_of_the_216_rolls(when: str, rolls: int) -> None:
    assert count_of(when) == rolls


@pytest.mark.rule("216-M2")
def test_a_triple_is_a_pair_but_not_a_pair_with_a_different_third() -> None:
    assert is_met("pair", (4, 4, 4))
    assert not is_met("pair different", (4, 4, 4))
    assert is_met("pair different", (2, 4, 4))


@pytest.mark.rule("216-M2")
def test_a_wild_face_needs_a_die_of_its_own() -> None:
    assert is_met("1 1 ?", (1, 1, 1))
    assert not is_met("1 1 ?", (1, 2, 3))
    assert is_met("1 2 ?", (1, 1, 2))


@pytest.mark.rule("216-M3")
def test_pair_and_opposite_holds_for_the_examples_of_the_rulebook() -> None:
    assert is_met("pair opposite", (2, 2, 5))
    assert is_met("pair opposite", (1, 1, 6))
    assert rolls_meeting("pair opposite") == {
        (1, 1, 6),
        (1, 6, 6),
        (2, 2, 5),
        (2, 5, 5),
        (3, 3, 4),
        (3, 4, 4),
    }


@pytest.mark.rule("216-M4")
def test_there_are_six_straights_and_two_go_round_the_corner() -> None:
    assert rolls_meeting("straight") == {
        (1, 2, 3),
        (2, 3, 4),
        (3, 4, 5),
        (4, 5, 6),
        (1, 5, 6),
        (1, 2, 6),
    }
    assert count_of("straight") == 36


@pytest.mark.rule("216-M2")
@pytest.mark.parametrize(
    "when",
    [
        *("", "pair ", " pair", "Pair", "pair  different", "trio", "1 2", "1 2 3 4", "2 1 ?"),
        *("? 1 2", "1 ? 2", "? ? ?", "0 1 2", "1 2 7", "sum 10", "sum = ", "sum == 10"),
        *("sum = 010", "sum = -3", "sum = 1000", "sum > 3", "two = ٩", "sum = 10.0"),
        *("no", "no ", "no 2 1", "no 1 1", "no 7", "no ?", "no 1,2", "1 1 ?\n", "pair\x00"),
    ],
)
def test_only_the_spelling_of_the_notation_is_a_condition(when: str) -> None:
    assert family_of(when) is None
