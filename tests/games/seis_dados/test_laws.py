"""The laws that the strategy plays by, and how they are learned."""

import pytest

from cubilete import compiled
from cubilete.games.seis_dados.policy.laws import CASUAL, KNOTS, ROWS, SCALE, law_name, read_laws
from cubilete.games.seis_dados.rules import new_game
from cubilete.study.learning.seis_dados import STARTS, learn
from cubilete.study.learning.seis_dados_fitting import rising


def test_there_are_laws_for_every_setup() -> None:
    stored = read_laws()
    assert set(stored) == {kind + name for name in STARTS for kind in ("", CASUAL)}
    for tables in stored.values():
        assert {name: len(rows) for name, rows in tables.items()} == dict.fromkeys(ROWS, len(KNOTS))
        for name, rows in tables.items():
            assert {len(row) for row in rows} == {ROWS[name]}
            assert min(min(row) for row in rows) >= 0
        for noter, nobody in zip(tables["noter"], tables["nobody"], strict=True):
            assert max(a + b for a, b in zip(noter, nobody, strict=True)) <= SCALE + 1


@pytest.mark.parametrize("name", STARTS)
def test_the_laws_of_a_setup_are_those_of_its_games(name: str) -> None:
    assert law_name(STARTS[name]) == name


def test_a_setup_with_fewer_categories_has_the_laws_of_a_larger_one() -> None:
    assert law_name(new_game(2, 0b101, False, 3)) == "two"
    assert law_name(new_game(3, 1 << 20, False, 0)) == "three-all"


def test_learning_can_be_repeated() -> None:
    games = 6 if compiled() else 0
    told: list[str] = []
    once, again = (learn("three", 1, games, 5, told.append) for _ in range(2))
    assert once == again
    assert set(once) == {"three", CASUAL + "three"}
    assert told == ["three: round 1 of 1"] * 2


def test_the_nearest_row_that_never_falls() -> None:
    assert rising([1.0, 3.0, 2.0, 5.0], [1.0] * 4) == pytest.approx([1.0, 2.5, 2.5, 5.0])
    assert rising([4.0, 1.0], [1.0, 3.0]) == pytest.approx([1.75, 1.75])
