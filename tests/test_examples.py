"""The examples work, and CONTRIBUTING.md, followed word by word, gives one of them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
BLOCK = re.compile(r"^\*\*`([^`]+)`\*\*[^\n]*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def walk_through() -> dict[str, str]:
    """The files that CONTRIBUTING.md tells to write."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    files: dict[str, str] = {}
    for path, body in BLOCK.findall(text.partition("## Adding a game")[2]):
        files[path] = f"{files[path]}\n{body}" if path in files else body
    return files


def lines(text: str) -> list[str]:
    """Without blank lines: between two blocks of one file it does not matter how many there are."""
    return [line for line in text.splitlines() if line.strip()]


def test_walk_through_has_every_file_of_the_example() -> None:
    folder = EXAMPLES / "liars-cup"
    written = {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.suffix in (".py", ".md", ".po", ".toml", ".js")
        and not any(part.endswith(".egg-info") or part == "build" for part in path.parts)
    }
    assert set(walk_through()) == written - {"README.md"}


@pytest.mark.parametrize("path", walk_through())
def test_file_of_the_walk_through_is_that_of_the_example(path: str) -> None:
    assert lines(walk_through()[path]) == lines(
        (EXAMPLES / "liars-cup" / path).read_text(encoding="utf-8")
    )


def run_tests(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", "."],
        cwd=folder,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_package_written_from_the_walk_through_passes_its_own_test(tmp_path: Path) -> None:
    for path, text in walk_through().items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert "2 passed" in run_tests(tmp_path)


def test_pig_passes_its_own_tests(tmp_path: Path) -> None:
    folder = tmp_path / "pig"
    shutil.copytree(EXAMPLES / "pig", folder)
    assert "3 passed" in run_tests(folder)
