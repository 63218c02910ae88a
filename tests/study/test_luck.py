"""The check of the analysis, in small; the long one is tools/check_luck.py."""

from pathlib import Path

import pytest

from cubilete.bots.report import Report, analyse, totals_sure
from cubilete.core.parts.policy import Effort
from cubilete.core.record import Record
from cubilete.study import luck
from cubilete.study.arena import Sample
from cubilete.study.kept import Kept
from cubilete.study.luck import (
    Doubling,
    GameLuck,
    Table,
    TableLuck,
    doubling,
    errors_off,
    game_luck,
    measure,
    measure_doubling,
    share_of_totals,
    share_within,
    spread,
)

LITTLE = Effort(value=2, decision=4, shortlist=2)


def test_bots_change_seats_from_game_to_game() -> None:
    table = Table("pa-fuera", 3)
    assert table.seated(1) == ("novice", "normal", "novice")
    assert table.seated(2) == ("normal", "novice", "normal")


def test_luck_and_skill_of_all_seats_sum_to_zero_in_every_game() -> None:
    found = measure(Table("pa-fuera", 3), 6, effort=LITTLE)
    assert len(found.games) == 6
    for game in found.games:
        assert sum(game.luck) == pytest.approx(0, abs=1e-9)
        assert sum(game.skill) == pytest.approx(0, abs=1e-9)


def test_kept_games_are_not_analysed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, path = Table("pa-fuera", 3), tmp_path / "state"
    at_once = measure(table, 6, effort=LITTLE)
    measure(table, 4, effort=LITTLE, kept=Kept(path))
    analysed: list[int] = []

    def noted(table: Table, effort: Effort, seed: int, number: int) -> GameLuck:
        analysed.append(number)
        return game_luck(table, effort, seed, number)

    monkeypatch.setattr(luck, "game_luck", noted)
    resumed = measure(table, 6, effort=LITTLE, kept=Kept(path))
    assert analysed == [5, 6]
    assert [list(game.luck) for game in resumed.games] == [
        list(game.luck) for game in at_once.games
    ]
    assert resumed.off_seats() == at_once.off_seats()


def test_opponent_of_the_rules_is_a_seat_of_its_own() -> None:
    found = measure(Table("216", 1), 1, effort=LITTLE)
    assert found.seats == range(2)


def test_games_have_first_values_with_independent_errors() -> None:
    """All games begin in the same position, which is valued by a few playouts."""
    table = Table("pa-fuera", 3)
    first = {table.report(number, LITTLE, 1).initial for number in range(1, 9)}
    assert len(first) > 1


def test_mean_that_is_off_is_found() -> None:
    found = TableLuck(Table("seis-dados", 2))
    for number in range(20):
        noise = 0.01 * (-1) ** number
        found.games.append(GameLuck(("normal", "novice"), (0.1 + noise, noise), (0, 0), (0, 0)))
    assert found.off_seats() == [0]
    assert errors_off(Sample([1.0, -1.0])) == 0


def test_skill_of_a_bot_is_compared_between_seats() -> None:
    found = TableLuck(Table("seis-dados", 2))
    for number in range(20):
        noise = 0.01 * (-1) ** (number // 2)
        seated = found.table.seated(number)
        own = tuple(
            noise + 0.5 * (bot == "novice" and seat == 1) for seat, bot in enumerate(seated)
        )
        found.games.append(GameLuck(seated, (0, 0), (0, 0), own))
    gaps = found.seat_differences()
    assert abs(gaps["normal", 1]) < 2
    assert gaps["novice", 1] < -2


def test_twice_the_playouts_are_compared_in_units_of_the_errors() -> None:
    [found] = measure_doubling(Table("pa-fuera", 3), 1, 1, 0.005)
    assert len(found.skill) == len(found.luck) == 3
    assert share_within([Doubling((0.5,), (0.2,)), Doubling((0.5,), (-1.2,))]) == 0.5


def test_twice_the_playouts_have_the_same_horizon(monkeypatch: pytest.MonkeyPatch) -> None:
    efforts: list[Effort] = []

    def noted(record: Record, effort: Effort, seed: int) -> Report:
        efforts.append(effort)
        return analyse(record, LITTLE, seed)

    monkeypatch.setattr(luck, "analyse", noted)
    usual = Effort(8, 40, 3, turns=6)
    monkeypatch.setattr(luck, "usual_effort", lambda game, events, factor: usual)
    doubling(Table("pa-fuera", 3), 1.0, 1, 1)
    assert efforts == [usual, Effort(16, 80, 3, turns=6)]


def test_spread_is_in_standard_errors() -> None:
    one = 1 / totals_sure(3)
    assert spread([Doubling((one, -one, one), (-one, one, one))]) == pytest.approx(1)
    assert spread([Doubling((one, 0, 0), (one, 0, 0))] * 2) == pytest.approx(3**-0.5)


def test_single_totals_are_judged_by_their_own_errors() -> None:
    one = 1 / totals_sure(3)
    assert share_of_totals([Doubling((one, 1.9 * one, -2 * one), (0, 2.5 * one, 0))]) == 4 / 6
