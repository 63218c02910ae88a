"""Balance studies: what is counted in games, how it is summed up, and what is written."""

import json
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from command import cubilete
from cubilete import AnyGame, all_games, find_game
from cubilete.core.match import Match
from cubilete.language import LANGUAGES, say
from cubilete.study.balance.games import GameFacts, Lead, Used
from cubilete.study.balance.luck import GameLuck, share_of_luck
from cubilete.study.balance.measure import measure, total_games
from cubilete.study.balance.plan import Plan, mixed
from cubilete.study.balance.statistics import Balance, Mean, PieceUse, Spread
from cubilete.study.balance.summary import summary
from cubilete.study.balance.tables import Tables
from cubilete.study.balance.write import write
from cubilete.study.luck import FEW
from cubilete.study.simulate import Simulation

QUICK = Plan("pa-fuera", ("random", "random", "random"), games=12)

VARIANTS = [
    ("216", 1, {}),
    ("216", 3, {}),
    ("dizzle", 1, {"level": 4}),
    ("dizzle", 3, {"level": 3}),
    ("pa-fuera", 4, {}),
    ("seis-dados", 2, {}),
    ("seis-dados", 3, {}),
    ("twenty-one", 4, {}),
]


def matches(slug: str, players: int, options: dict[str, object]) -> list[Match]:
    bots = ("casual",) * players if slug == "dizzle" else ("random",) * players
    simulation = Simulation(find_game(slug), bots, seed=5, options=options)
    return [simulation.match(number) for number in range(1, 4)]


# --- Uses of the material ---


def points_by_kind(match: Match, seat: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for use in match.game.study.uses(match.setup, match.events):
        if use.seat == seat:
            found[use.kind] += use.points
    return found


@pytest.mark.parametrize(("slug", "players", "options"), VARIANTS)
def test_points_of_the_uses_are_the_score(
    slug: str, players: int, options: dict[str, object]
) -> None:
    for match in matches(slug, players, options):
        for seat in range(players):
            points, score = points_by_kind(match, seat), match.state.scores()[seat]
            if slug == "twenty-one":
                assert points["sheet"] == points["row"] == score
            elif slug == "pa-fuera":
                assert 5 + points["loss"] == score
            else:
                assert points.total() == score


@pytest.mark.parametrize(("slug", "players", "options"), VARIANTS)
def test_every_piece_used_is_listed_once(
    slug: str, players: int, options: dict[str, object]
) -> None:
    for match in matches(slug, players, options):
        study = match.game.study
        pieces = [(piece.kind, piece.name) for piece in study.pieces(match.setup)]
        assert len(set(pieces)) == len(pieces)
        used = {(use.kind, use.piece) for use in study.uses(match.setup, match.events)}
        assert used <= set(pieces)
        assert used


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_pieces_have_words_in_both_languages(game: AnyGame) -> None:
    setup = game.setup(game.about.players[-1])
    for piece in game.study.pieces(setup):
        english, spanish = (
            say(game.study.kind_words(piece.kind), language) for language in ("en", "es")
        )
        assert english != spanish
        assert all(say(piece.words, language) for language in LANGUAGES)


def test_best_score_of_a_sheet_is_that_of_everything_crossed() -> None:
    castle = find_game("dizzle").setup(2, {"level": 1})
    gems, puzzle, flag, arrows = 6 * 1 + 4 * 3, 8, 7, 5 + 5 + 5 + 7 + 2 + 7
    study = find_game("dizzle").study
    assert study.best_score(castle) == gems + puzzle + flag + arrows
    assert study.best_score(find_game("dizzle").setup(1, {"level": 1})) == (
        gems + puzzle + flag + arrows + 4 * 2
    )


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_no_game_has_more_than_the_best_score(level: int) -> None:
    for players in (1, 3):
        for match in matches("dizzle", players, {"level": level}):
            best = match.game.study.best_score(match.setup)
            assert best is not None
            assert max(match.state.scores()) <= best


def test_alliance_counts_for_all_who_pay() -> None:
    found = 0
    for match in matches("pa-fuera", 4, {}):
        for use in match.game.study.uses(match.setup, match.events):
            found += use.kind == "alliance"
    assert found >= 2


# --- The lead ---


def test_lead_changes_when_another_seat_leads_alone() -> None:
    course = [(0, 0), (3, 0), (3, 3), (3, 5), (5, 5), (6, 5)]
    lead = Lead(course, highest_wins=True)
    assert lead.changes() == 2
    assert lead.at_half() == 1
    assert Lead(course[:3], highest_wins=True).changes() == 0


def test_lowest_score_leads_where_it_wins() -> None:
    lead = Lead([(3, 0), (3, 4)], highest_wins=False)
    assert lead.leaders == [1, 0]
    assert lead.changes() == 1


def test_nobody_leads_alone_in_a_solo_game() -> None:
    assert Lead([(3,), (5,)], highest_wins=True).leaders == [None, None]


# --- Sums ---


def test_mean_without_some_values_is_that_of_the_others() -> None:
    everything, some = Mean(), Mean()
    for value in (1.0, 0.0, 0.5, 0.0):
        everything.add(value)
    some.add(1.0)
    assert everything.without(some).mean == pytest.approx(0.5 / 3)
    assert some.margin == float("inf")


def test_percentile_is_the_lowest_value_that_so_many_do_not_exceed() -> None:
    spread = Spread(Counter({1: 5, 2: 4, 9: 1}))
    assert [spread.percentile(each) for each in (5, 50, 51, 90, 91)] == [1, 1, 2, 2, 9]
    assert spread.mean == pytest.approx(2.2)


def facts(number: int, first: int, winner: int, uses: tuple[Used, ...]) -> GameFacts:
    values = tuple(float(seat == winner) for seat in range(2))
    return GameFacts(
        number, ("random",) * 2, values, (7, 5), (winner,), first, 3, 20, 1, 0, uses, None
    )


def test_values_are_counted_by_the_order_of_play_and_by_the_pieces_used() -> None:
    balance = Balance(Plan("216", ("random", "random"), games=3))
    triple = Used(0, "grey", "G01", 2, 34)
    balance.add(facts(1, first=0, winner=0, uses=(triple,)))
    balance.add(facts(2, first=1, winner=0, uses=(triple, replace(triple, seat=1))))
    balance.add(facts(3, first=1, winner=1, uses=()))
    assert [mean.total for mean in balance.places] == [2.0, 1.0]
    assert [mean.total for mean in balance.seats] == [2.0, 1.0]
    assert balance.comebacks.mean == pytest.approx(1 / 3)
    use = balance.uses["grey", "G01"]
    assert (use.times, use.games, use.points) == (6, 2, 102)
    assert (use.values.count, use.values.total) == (3, 2.0)
    worth = balance.worth(use)
    assert worth is not None
    assert worth.difference == pytest.approx(2 / 3 - 1 / 3)
    assert balance.worth(PieceUse()) is None
    assert balance.uses["grey", "G02"].times == 0


def test_pieces_that_are_called_the_same_are_one_sort() -> None:
    balance = Balance(Plan("dizzle", ("random", "random"), 2, options={"level": 1}))
    gems = [piece.name for piece in balance.pieces if str(piece.words) == "red gem"]
    for number in (1, 2):
        used = tuple(Used(0, "gem", name, 1, 3) for name in gems[:number])
        balance.add(facts(number, first=0, winner=0, uses=used))
    sorts = {str(sort.words): sort for sort in balance.sorts() if sort.kind == "gem"}
    assert set(sorts) == {"blue gem", "red gem"}
    assert [sorts["red gem"].shares[name] for name in gems] == [0.5, 0.25, *[0.0] * (len(gems) - 2)]
    assert sorts["red gem"].mean == pytest.approx(0.75 / len(gems))
    assert sorts["red gem"].outside(0.1, 0.4) == [gems[0], *gems[2:]]
    assert sum(len(sort.shares) for sort in balance.sorts()) == len(balance.pieces)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sorts_of_dizzle_are_as_wanted_or_not(language: str) -> None:
    balance = measure(Plan("dizzle", ("random", "random"), 4, options={"level": 4}))
    (table,) = [each for each in Tables(balance, language).all() if each.name == "sorts"]
    assert len(table.rows) == len(balance.sorts())
    assert {len(row) for row in table.rows} == {len(table.headings)}
    for sort, row in zip(balance.sorts(), table.rows, strict=True):
        assert row[1] == str(len(sort.shares))
        assert (row[5] in ("yes", "sí")) == (0.1 <= sort.mean <= 0.9)
    found = summary(balance)["sorts"]
    assert isinstance(found, list)
    assert [each["as_wanted"] for each in found if isinstance(each, dict)] == [
        0.1 <= sort.mean <= 0.9 for sort in balance.sorts()
    ]


# --- Luck ---


def test_luck_is_the_share_of_its_squares() -> None:
    found = share_of_luck([GameLuck(0.3, 0.1)] * 3)
    assert found is not None
    assert found.share == pytest.approx(0.75)
    assert found.margin == pytest.approx(0.0)
    assert share_of_luck([GameLuck(0.3, 0.1)]) is None
    noisy = share_of_luck([GameLuck(0.3, -0.2)] * 2)
    assert noisy is not None
    assert noisy.share == 1.0


def test_novices_take_every_second_seat_and_change_it() -> None:
    plan = mixed(Plan("216", ("normal", "expert"), games=90, analysed=5))
    assert plan.games == 5
    assert {plan.seated(1), plan.seated(2)} == {("normal", "novice"), ("novice", "expert")}


# --- Whole studies ---


@pytest.fixture(scope="module")
def studied() -> Balance:
    return measure(replace(QUICK, analysed=2, effort=FEW))


def test_any_number_of_processes_gives_the_same_numbers() -> None:
    alone = measure(QUICK)
    with ProcessPoolExecutor(2) as pool:
        together = measure(QUICK, pool)
    assert json.dumps(summary(alone)) == json.dumps(summary(together))
    assert alone.games == QUICK.games


def test_games_are_those_that_simulate_plays() -> None:
    scores: Counter[int] = Counter()
    simulation = Simulation(find_game(QUICK.slug), QUICK.bots, QUICK.seed)
    for state in simulation.results(QUICK.games):
        scores.update(state.scores())
    assert measure(QUICK).scores.counts == scores


def test_shares_of_all_places_sum_to_one(studied: Balance) -> None:
    assert sum(mean.mean for mean in studied.places) == pytest.approx(1.0)
    assert studied.winners.count == QUICK.games
    assert studied.luck() is not None
    assert studied.mixed_luck() is not None
    assert total_games(studied.plan) == QUICK.games + 2


def test_solo_opponent_has_its_share() -> None:
    balance = measure(Plan("216", ("random",), games=3))
    assert balance.seats[0].mean + balance.opponents[0].mean == pytest.approx(1.0)
    assert balance.even == 0.5
    rows = Tables(balance, "en").players().rows
    assert [row[0] for row in rows] == ["seat 1, random", "the AI"]


def test_solo_game_is_measured_in_points() -> None:
    balance = measure(Plan("dizzle", ("random",), games=3))
    assert balance.alone
    assert balance.seats[0].mean == pytest.approx(balance.scores.mean)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_a_cell_for_each_heading(studied: Balance, language: str) -> None:
    tables = list(Tables(studied, language).all())
    assert [table.name for table in tables[:4]] == ["seats", "course", "scores", "luck"]
    for table in tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.headings)}


COMMAND = "cubilete study balance pa-fuera --option '<b>'"


@pytest.fixture(scope="module")
def written(studied: Balance, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its files. Drawing them takes three seconds."""
    folder = tmp_path_factory.mktemp("balance")
    write(studied, folder, COMMAND)
    return folder


@pytest.mark.slow
def test_report_needs_nothing_from_elsewhere(studied: Balance, written: Path) -> None:
    for language, title in (("es", "Equilibrio de Pa&#x27; fuera"), ("en", "Balance of Pa&#x27;")):
        page = (written / f"report.{language}.html").read_text(encoding="utf-8")
        assert f'<html lang="{language}">' in page
        assert title in page
        assert "prefers-color-scheme: dark" in page
        assert "&lt;b&gt;" in page
        assert "<b>" not in page
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", page)
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(set(ids)) == len(ids)
        linked = re.findall(r'(?:xlink:)?href="#([^"]+)"|url\(#([^)]+)\)', page)
        assert {first or second for first, second in linked} <= set(ids)
    assert json.loads((written / "balance.json").read_text()) == summary(studied)


@pytest.mark.slow
def test_same_study_gives_the_same_bytes(studied: Balance, written: Path, tmp_path: Path) -> None:
    names = [path.name for path in write(studied, tmp_path, COMMAND)]
    assert {path.name for path in written.iterdir()} == set(names)
    for name in names:
        assert (tmp_path / name).read_bytes() == (written / name).read_bytes()
    assert "seats.es.svg" in names
    assert "kind-call.en.png" in names


# --- The command ---


def test_command_prints_tables_or_numbers() -> None:
    words = ("study", "balance", "pa-fuera", "--bots", "random", "--games", "4", "--luck", "0")
    printed = cubilete(*words, "--jobs", "1")
    assert printed.returncode == 0, printed.stderr
    assert "plays as number 3" in printed.stdout
    numbers = cubilete(*words, "--jobs", "1", "--json")
    found = json.loads(numbers.stdout)
    assert found["games"] == 4
    assert found["luck"] is None
    assert len(found["by_order"]) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("parchis",), "There is no game"),
        (("216", "--bots", "clever"), "clever"),
        (("216", "--bots", "normal,normal,normal"), "one bot for all"),
        (("216", "--players", "9"), "1 to 6 players"),
        (("216", "--out", "/dev/null/x"), "can't be written"),
        (("216", "--option", "target=1"), "at least 100"),
        (("216", "--games", "1"), "games"),
        (("216", "--dask", "nowhere"), "Dask"),
    ],
)
def test_what_can_not_be_studied_is_said_in_a_sentence(
    arguments: tuple[str, ...], sentence: str
) -> None:
    done = cubilete("study", "balance", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
