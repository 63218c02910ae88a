"""The arena: rotated seats, the same luck, the same results in any number of processes."""

import json
import math
from concurrent.futures import ProcessPoolExecutor

import pytest

from command import cubilete
from cubilete import BadOption
from cubilete.study.arena import Arena, Sample, play

EAGER = "study.eager_bot:EagerBot"
LATE = "study.eager_bot:LateBot"


def test_equal_bots_share_evenly_because_luck_and_seats_are_the_same() -> None:
    """Both bots decide alike, so a rotation gives each the games of the other."""
    standings = play(Arena("seis-dados", (EAGER, "study.eager_bot:SameBot"), 2, 5))
    for standing in standings.by_bot.values():
        assert standing.shares.mean == pytest.approx(0.5)


def test_shares_of_all_seats_add_up_to_one() -> None:
    standings = play(Arena("pa-fuera", ("random", EAGER), 4, 6))
    one, rest = (standing.shares.mean for standing in standings.by_bot.values())
    assert one + 3 * rest == pytest.approx(1)
    assert standings.games == 24


@pytest.mark.parametrize(
    ("bots", "players", "line_ups"),
    [
        (("a", "b"), 2, [("a", "b")]),
        (("a", "b"), 4, [("a", "b", "b", "b")]),
        (("a", "b", "c"), 2, [("a", "b"), ("a", "c"), ("b", "c")]),
        (("a", "b"), 1, [("a",), ("b",)]),
    ],
)
def test_line_ups(bots: tuple[str, ...], players: int, line_ups: list[tuple[str, ...]]) -> None:
    assert Arena("216", bots, players, 1).line_ups() == line_ups


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    arena = Arena("216", ("random", EAGER), 2, 6, seed=7)
    alone = play(arena)
    with ProcessPoolExecutor(2) as executor:
        together = play(arena, executor)
    for name in arena.bots:
        first, second = alone.by_bot[name], together.by_bot[name]
        assert sorted(first.points.results) == sorted(second.points.results)
        assert sorted(first.shares.results) == sorted(second.shares.results)


def test_alone_each_bot_plays_the_same_deals() -> None:
    standings = play(Arena("dizzle", ("random", EAGER), 1, 3, options={"level": 2}))
    assert [len(standing.points.results) for standing in standings.by_bot.values()] == [3, 3]


@pytest.mark.parametrize(
    "bots",
    [
        ("random",),
        ("random", "random"),
        ("random", "boss"),
        ("random", "nowhere:Bot"),
        ("random", "json:Bot"),
    ],
)
def test_wrong_bots_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(BadOption):
        play(Arena("216", bots, 2, 1))


def test_margin_is_that_of_a_normal_distribution() -> None:
    sample = Sample([0.0, 1.0] * 50)
    assert sample.margin == pytest.approx(1.96 * 0.5 * math.sqrt(100 / 99) / 10)
    assert Sample([1.0]).margin == math.inf


# --- The command ---


def test_command_prints_shares_and_times() -> None:
    done = cubilete("arena", "seis-dados", "random", EAGER, "--games", "4", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "random" in done.stdout
    assert "4 games of Seis dados; an even share would be 50.0%." in done.stdout


def test_command_for_programs_rates_more_than_two_bots() -> None:
    done = cubilete(
        *("arena", "seis-dados", "random", EAGER, LATE, "--players", "2"),
        *("--games", "4", "--jobs", "2", "--seed", "3", "--json"),
    )
    found = json.loads(done.stdout)
    assert found["games"] == 12
    assert [bot["bot"] for bot in found["bots"]] == ["random", EAGER, LATE]
    assert sum(bot["rating"] for bot in found["bots"]) == pytest.approx(0, abs=0.2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("216", "random", "boss"), "has no bot boss"),
        (("216", "random", "nowhere:Bot"), "There is no bot nowhere:Bot"),
        (("seis-dados", "random"), "for 2 to 3 players"),
        (("chess", "random", "random"), "chess"),
        (("216", "random", EAGER, "--players", "9"), "1 to 6"),
        (
            ("216", "random", "os:path"),
            "os:path is not a bot: it needs a method choose(view, rng).",
        ),
        (("216", "random", "study.eager_bot:NoBot"), "study.eager_bot:NoBot is not a bot"),
        (
            ("216", "random", "study.eager_bot:DemandingBot"),
            "must be callable without arguments: missing a required argument: 'wish'.",
        ),
        (
            ("216", "random", "study.eager_bot:MumblingBot"),
            "study.eager_bot:MumblingBot answered “mumble”: “mumble” is not a valid action here.",
        ),
    ],
)
def test_command_says_what_is_wrong(arguments: tuple[str, ...], sentence: str) -> None:
    done = cubilete("arena", *arguments, "--games", "1")
    assert done.returncode == 2
    assert sentence in done.stderr


def test_cluster_that_is_not_there_is_named() -> None:
    done = cubilete("arena", "216", "random", "greedy", "--dask", "127.0.0.1:9")
    assert done.returncode == 2
    assert "No Dask scheduler at 127.0.0.1:9" in done.stderr
