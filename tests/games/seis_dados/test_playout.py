"""The random playout: its dice, and a program in C that plays the same games for comparison."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.rng import Rng
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.tables import pack, roll_dice

YARDSTICK = Path(__file__).parents[3] / "bench" / "seis_dados.c"


@given(st.integers(0, 2**62), st.integers(1, 6))
def test_dice_are_the_digits_of_one_random_number(seed: int, dice: int) -> None:
    rng, plain = Rng(seed), Rng(seed)
    number = plain.below(6**dice)
    assert roll_dice(dice, rng) == pack([number // 6**place % 6 + 1 for place in range(dice)])
    assert rng.state == plain.state


@pytest.fixture(scope="module")
def yardstick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no gcc")
    program = tmp_path_factory.mktemp("yardstick") / "seis_dados"
    strict = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *strict, "-o", str(program), str(YARDSTICK)], check=True)
    return program


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", [1, 12345])
def test_the_yardstick_in_c_plays_the_same_games(yardstick: Path, players: int, seed: int) -> None:
    games = 20
    rng = Rng(seed)
    decisions = ones = 0
    for _ in range(games):
        state = GAME.new(players)
        decisions += state.playout(rng)
        ones += int(state.values[0])
    done = subprocess.run(
        [str(yardstick), str(players), str(games), str(seed)],
        check=True,
        capture_output=True,
        text=True,
    )
    counted, _seconds, noted = done.stdout.split()
    assert (int(counted), int(noted)) == (decisions, ones)
