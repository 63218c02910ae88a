"""The examples of cubilete.study run in their short form and draw their picture."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PICTURE = b"\x89PNG\r\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("train_agent.py", "games: beats random"),
        ("solo_distribution.py", "level 4, normal "),
        ("compare_decks.py", "the better bot wins"),
    ],
)
def test_example_ends_in_a_picture(script: str, said: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / script, "--short", "--out", picture],
        cwd=tmp_path,
        env={**os.environ, "MPLCONFIGDIR": str(tmp_path)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert picture.read_bytes().startswith(PICTURE)


def test_comparison_reads_decks_from_files(tmp_path: Path) -> None:
    deck = tmp_path / "own.txt"
    shipped = ROOT / "src" / "cubilete" / "games" / "two_sixteen" / "data" / "deck.txt"
    deck.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "compare_decks.py", deck, deck, "--short"],
        cwd=tmp_path,
        env={**os.environ, "MPLCONFIGDIR": str(tmp_path)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "No difference that these games can show" in done.stdout
