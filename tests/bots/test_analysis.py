"""Luck and skill of finished games add up, for every game and number of players."""

import json
import math
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import fmean, stdev, variance
from typing import Any

import pytest
from pig import GAME as PIG

from command import cubilete
from cubilete import AnyGame, CubileteError, Match, all_games, find_game
from cubilete._source import compiled
from cubilete.bots.analysis import Analyst
from cubilete.bots.judge import Judgement, judge
from cubilete.bots.positions import has_levels
from cubilete.bots.report import (
    BLUNDER,
    FINE,
    NINETY_FIVE,
    Report,
    analyse,
    put_together,
    totals_sure,
    usual_effort,
)
from cubilete.core.parts.policy import Effort
from cubilete.core.record import Record
from cubilete.study.simulate import Simulation
from games.two_sixteen.test_contract import quick_deck

QUICK = Effort(value=4, decision=8, shortlist=3)
SEEDS = range(40)
QUICK_INTERPRETED = ("216", "pa-fuera")
"""Games that are analysed in seconds with the rules interpreted; the others take minutes."""


def played(game: AnyGame, players: int) -> Record:
    """A random game, short where the shipped one takes seconds to analyse."""
    options = {"categories": ["six", "pair", "sixes"]} if game.slug == "seis-dados" else {}
    material = quick_deck() if game.slug == "216" and players > 1 else None
    return Simulation(game, ("random",) * players, 1, options, material).match(1).record()


GAMES = [
    pytest.param((game, players), id=f"{game.slug}-{players}")
    for game in all_games()
    for players in {game.about.players[0], game.about.players[-1 if compiled() else 0]}
    if has_levels(game) and (compiled() or game.slug in QUICK_INTERPRETED)
]


@pytest.fixture(scope="module", params=GAMES)
def analysed(request: pytest.FixtureRequest) -> tuple[Record, Report]:
    """A game and its analysis. Tests with the same one follow each other, so it is made once."""
    record = played(*request.param)
    return record, analyse(record, QUICK)


def test_final_less_initial_is_luck_and_skill_and_sums_over_seats_are_zero(
    analysed: tuple[Record, Report],
) -> None:
    record, report = analysed
    assert record.result is not None
    for seat in range(len(report.initial)):
        found = report.seat(seat)
        assert found.final - found.initial == pytest.approx(found.luck + found.skill, abs=1e-9)
        if report.alone:
            assert found.final == pytest.approx(record.result.scores[seat], abs=1e-9)
        else:
            share = (seat in record.result.winners) / len(record.result.winners)
            assert found.final == pytest.approx(share, abs=1e-9)
    if not report.alone:
        for step in report.steps:
            assert sum(step.luck) == pytest.approx(0, abs=1e-9)
            assert sum(step.skill) == pytest.approx(0, abs=1e-9)


def test_steps_cover_all_events_and_decisions_with_a_choice(
    analysed: tuple[Record, Report],
) -> None:
    record, report = analysed
    covered = [n for step in report.steps for n in range(step.first, step.last + 1)]
    assert covered == list(range(1, len(record.events) + 1))
    for choice in (choice for step in report.steps for choice in step.choices):
        assert choice.cost >= 0
        assert choice.cost == max(choice.lead, 0)
        if choice.best == choice.chosen:
            assert choice.cost == 0


def test_choice_of_the_strategy_has_no_skill() -> None:
    game = find_game("216")
    report = analyse(played_by_strategy(game), QUICK)
    for choice in (choice for step in report.steps for choice in step.choices):
        assert choice.skill == (0.0,) * len(report.initial)


def test_no_playouts_look_for_the_best_of_a_single_action(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    def counted(*given: Any) -> list[Judgement]:
        judged = judge(*given)
        searched.append(len(judged))
        return judged

    monkeypatch.setattr("cubilete.bots.analysis.judge", counted)
    report = analyse(played_by_strategy(find_game("216")), QUICK)
    assert 0 < len(searched) < sum(len(step.choices) for step in report.steps)
    assert min(searched) > 1


def played_by_strategy(game: AnyGame) -> Record:
    """A game in which every decision is the one that the analysis calls usual."""
    match = Match(game, ["one", "two"])
    chance = Simulation(game, ("random",) * 2, 7).rng(1)
    while not match.state.over:
        if match.state.to_act:
            analyst = Analyst.__new__(Analyst)
            analyst.strategy, analyst.events = (
                game.policy.strategy(match.setup),
                tuple(match.events),
            )
            seat = match.state.to_act[0]
            match.apply(seat, analyst.usual_choice(match.state, seat, len(match.events) + 1))
        else:
            match.apply(-1, match.state.sample(chance))
    return match.record()


def test_reference_decides_alike_in_analyses_with_different_seeds() -> None:
    record = played(find_game("pa-fuera"), 3)
    one, other = Analyst(record, QUICK, seed=1), Analyst(record, QUICK, seed=2)
    by_lot = 0
    for event, state in zip(one.events, one.positions, strict=False):
        if isinstance(event.by, int):
            usual = one.usual_choice(state, event.by, event.n)
            assert other.usual_choice(state, event.by, event.n) == usual
            by_lot += usual != one.strategy.choose(state, event.by, one.rng("another", event.n))
    assert by_lot


def test_totals_spread_over_seeds_as_their_errors_say() -> None:
    record = played(find_game("pa-fuera"), 3)
    reports = [analyse(record, Effort(value=8, decision=24, shortlist=2), seed) for seed in SEEDS]
    for seat in range(3):
        found = [report.seat(seat) for report in reports]
        skill = variance([each.skill for each in found]) / fmean(each.error**2 for each in found)
        luck = variance([each.luck for each in found])
        luck /= fmean(each.adjusted_error**2 for each in found)
        # The variance of 40 normal numbers is within a factor of 0.5 to 1.7 in 99 % of cases.
        assert 0.5 < skill < 1.7
        assert 0.5 < luck < 1.7


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_margins_of_totals_hold_for_all_seats_at_once(seats: int) -> None:
    """Normal errors of skill and of the start, which sum to zero over the seats."""
    rng = Random(1)
    within = {NINETY_FIVE: 0, totals_sure(seats): 0}
    for _ in range(2000):
        skill, start = (errors_of_totals(seats, rng) for _ in range(2))
        luck = [
            (one + 0.4 * other) / math.hypot(1, 0.4)
            for one, other in zip(skill, start, strict=True)
        ]
        for sure in within:
            within[sure] += max(map(abs, (*skill, *luck))) < sure
    one_by_one, at_once = within.values()
    assert one_by_one / 2000 < 0.945
    assert 0.95 < at_once / 2000 < 0.985


def errors_of_totals(seats: int, rng: Random) -> list[float]:
    """In standard errors."""
    drawn = [rng.gauss(0, 1) for _ in range(seats)]
    if seats == 1:
        return drawn
    return [(one - fmean(drawn)) * math.sqrt(seats / (seats - 1)) for one in drawn]


def test_report_is_the_same_however_the_work_is_divided() -> None:
    record = played(find_game("pa-fuera"), 3)
    with ProcessPoolExecutor(2) as executor:
        assert analyse(record, QUICK, executor=executor) == analyse(record, QUICK)
    assert analyse(record, QUICK, seed=2) != analyse(record, QUICK)


def test_game_without_a_policy_is_analysed_by_random_playouts() -> None:
    record = played(PIG, 2)
    analyst = Analyst(record, QUICK, 1, PIG)
    steps = analyst.steps()
    report = put_together(analyst, [analyst.study(step) for step in steps])
    assert len(report.values()) == len(steps) + 1
    assert report.values()[-1] in ((1.0, 0.0), (0.0, 1.0))


def test_cost_within_the_noise_is_fine_and_a_large_one_a_blunder() -> None:
    report = analyse(played(find_game("pa-fuera"), 3), QUICK)
    choice = next(choice for step in report.steps for choice in step.choices)
    assert verdict(report, choice, cost=0.3, error=0.2) == FINE
    assert verdict(report, choice, cost=0.3, error=0.02) == BLUNDER
    assert verdict(report, choice, cost=0.001, error=0.0001) == FINE


def verdict(report: Report, choice: object, cost: float, error: float) -> str:
    from dataclasses import replace

    from cubilete.bots.analysis import Choice

    assert isinstance(choice, Choice)
    return report.verdict(replace(choice, cost=cost, cost_error=error))


def test_game_in_progress_is_not_analysed() -> None:
    match = Match(find_game("seis-dados"), ["a", "b"])
    with pytest.raises(CubileteError, match="isn't over"):
        analyse(match.record(), QUICK)


def test_cost_of_a_choice_that_is_the_best_is_nothing_though_others_were_tried() -> None:
    """The playouts in which the best was found flatter it: the cost is measured by others."""
    report = analyse(played(find_game("pa-fuera"), 3), Effort(value=2, decision=60, shortlist=6))
    choices = [choice for step in report.steps for choice in step.choices]
    alike = [choice for choice in choices if choice.best == choice.chosen]
    assert alike
    assert all(choice.cost == 0 for choice in alike)
    assert any(choice.cost > 0 for choice in choices)


def test_total_cost_does_not_fall_with_more_playouts() -> None:
    """Costs are never less than 0, so a sum of them is too high by the noise of each."""
    record = played(find_game("pa-fuera"), 3)
    few = [analyse(record, Effort(value=2, decision=30, shortlist=4), seed) for seed in SEEDS]
    many = [analyse(record, Effort(value=2, decision=480, shortlist=4), seed) for seed in SEEDS]
    fallen = [total_cost(one) - total_cost(other) for one, other in zip(few, many, strict=True)]
    assert fmean(fallen) < 2 * stdev(fallen) / math.sqrt(len(SEEDS))
    assert all(report.seat(seat).cost >= 0 for report in few for seat in range(3))


def total_cost(report: Report) -> float:
    return math.fsum(report.seat(seat).cost for seat in range(3))


def test_longer_game_and_interpreted_rules_get_fewer_playouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("pa-fuera")
    monkeypatch.setattr("cubilete.bots.report.compiled", lambda: True)
    usual = usual_effort(game, game.policy.usual_events)
    assert usual == game.policy.analysis_effort() == usual_effort(game, 5)
    assert usual_effort(game, 2 * game.policy.usual_events).value == usual.value // 4
    assert usual_effort(game, 5, 2.0).decision == 2 * usual.decision
    monkeypatch.setattr("cubilete.bots.report.compiled", lambda: False)
    fewer = usual_effort(game, 5)
    assert fewer.value < usual.value / 10
    assert fewer.decision < usual.decision / 10
    assert usual_effort(game, 10_000).value >= 8


# --- The command ---


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "record.jsonl"
    path.write_text(played(find_game("pa-fuera"), 3).to_text(), encoding="utf-8")
    return path


def test_command_for_programs(file: Path) -> None:
    done = cubilete("analyse", file, "--effort", "0.01", "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["unit"] == "share"
    assert len(found["deciding"]) == 3
    for seat in found["seats"]:
        assert seat["final"] - seat["initial"] == pytest.approx(seat["luck"] + seat["skill"])


def test_command_for_people(file: Path) -> None:
    done = cubilete("analyse", file, "--effort", "0.01", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "What decided the game:" in done.stdout


def test_command_tells_decisions_as_the_buttons_say_them(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(played(find_game("pa-fuera"), 3).to_text(), encoding="utf-8")
    done = cubilete("analyse", file, "--effort", "0.2", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    assert "; better: " in told
    assert "; better: call " not in told
    assert "; better: pass" not in told
    assert "playouts for each position" in told


def test_command_names_the_line_of_a_broken_record(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines[:5], "nonsense\n"]), encoding="utf-8")
    done = cubilete("analyse", file)
    assert done.returncode == 1
    assert f"{file.name}:6:" in done.stderr.replace("\n", "")


def test_command_refuses_a_game_in_progress(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:9]), encoding="utf-8")
    done = cubilete("analyse", file)
    assert done.returncode == 2
    assert "The game isn't over yet." in done.stderr
