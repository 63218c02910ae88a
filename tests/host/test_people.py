"""What results add up to: victories, records, opponents, and the chart of luck and skill."""

from dataclasses import replace

import pytest

from cubilete.host.people.results import Opponent, Result, content_of, result_from
from cubilete.host.people.tally import rivals, tallies
from cubilete.web.html.people.luck_chart import HEIGHT, luck_charts
from cubilete.web.html.people.my_results import shown_result

LUIS = Opponent(1, "Luis", "", "luis")
LOLA = Opponent(1, "Lola", "normal", "")
ALONE = Result(
    table="t",
    game="dizzle",
    seat=0,
    seats=1,
    ended=1_700_000_000,
    abandoned=False,
    scores=(71,),
    winners=(0,),
    opponents=(),
    lowest_wins=False,
    variant='{"level": 2}',
    material=True,
    remark={"en": "Rank 4 of 7: Adventurer", "es": "Rango 4 de 7: Trotamundos"},
)
WON = replace(ALONE, game="seis-dados", scores=(9, 4), opponents=(LUIS,), variant="{}", remark={})
LOST = replace(WON, scores=(4, 9), winners=(1,))


def test_result_is_the_same_after_it_was_kept() -> None:
    analysed = replace(WON, luck=0.25, skill=-0.1)
    assert result_from(content_of(analysed)) == analysed


def test_result_of_another_form_is_made_again() -> None:
    assert result_from('{"form": 0}') is None


def test_victories_and_the_longest_streak_are_counted() -> None:
    (found,) = tallies([WON, WON, LOST, WON])
    assert (found.played, found.against_others, found.won, found.streak) == (4, 4, 3, 2)


def test_game_alone_is_no_victory() -> None:
    (found,) = tallies([ALONE])
    assert (found.played, found.against_others, found.won) == (1, 0, 0)


@pytest.mark.parametrize(("fewest", "best"), [(False, 9), (True, 4)])
def test_record_is_the_best_score_by_the_rules_of_the_game(fewest: bool, best: int) -> None:
    played = [replace(each, lowest_wins=fewest) for each in (WON, LOST)]
    (found,) = tallies(played)
    assert [record.points for record in found.records] == [best]


def test_records_of_levels_are_apart_and_own_material_has_none() -> None:
    other = replace(ALONE, variant='{"level": 1}', scores=(40,))
    own = replace(ALONE, material=False, scores=(500,))
    (found,) = tallies([ALONE, other, own])
    assert [record.points for record in found.records] == [71, 40]


def test_record_says_level_and_rank() -> None:
    shown = shown_result(ALONE, "en")
    assert shown is not None
    assert (shown.points, shown.variant) == ("71", "Level 2")
    assert shown.remark == "Rank 4 of 7: Adventurer"


ABANDONED, LESSON = replace(WON, abandoned=True), replace(WON, lesson=True)
SHARED_DEVICE = replace(WON, seats=2)


@pytest.mark.parametrize("result", [ABANDONED, LESSON, SHARED_DEVICE])
def test_some_games_do_not_count(result: Result) -> None:
    assert tallies([result]) == []
    assert rivals([result]) == []


def test_opponents_are_told_apart_by_browser_and_bots_by_name() -> None:
    another = replace(WON, opponents=(Opponent(1, "Luis", "", "other"),))
    renamed = replace(LOST, opponents=(Opponent(1, "Lucho", "", "luis"),))
    against_bot = replace(LOST, opponents=(LOLA,))
    found = {
        (rival.name, rival.bot): (rival.played, rival.won, rival.lost)
        for rival in rivals([renamed, WON, another, against_bot])
    }
    assert found == {
        ("Lucho", False): (2, 1, 1),
        ("Luis", False): (1, 1, 0),
        ("Lola", True): (1, 0, 1),
    }


def test_chart_has_a_pair_of_bars_for_each_analysed_game_inside_its_box() -> None:
    games = [replace(WON, luck=luck, skill=-luck / 2) for luck in (0.5, -0.25, 0.0)]
    (chart,) = luck_charts([*games, WON])
    assert (chart.games, chart.alone, len(chart.bars)) == (3, False, 6)
    assert all(bar.y >= 0 and bar.y + bar.height <= HEIGHT for bar in chart.bars)
    assert chart.luck == pytest.approx(0.25 / 3)


def test_points_and_shares_have_charts_of_their_own() -> None:
    charts = luck_charts([replace(WON, luck=0.1, skill=0.0), replace(ALONE, luck=3.0, skill=-2.0)])
    assert [chart.alone for chart in charts] == [False, True]
