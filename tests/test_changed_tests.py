"""What `make check` chooses to test (tools/changed_tests.py)."""

from pathlib import Path

import pytest
from changed_tests import ALL, ALONE, ALWAYS, TESTS_OF, chosen_for

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("changed", "chosen"),
    [
        ("src/cubilete/games/dizzle/page/guide.py", "tests/games/dizzle"),
        ("src/cubilete/games/dizzle/page/guide.py", "tests/web/test_page_dizzle.py"),
        ("src/cubilete/core/state.py", "tests/games"),
        ("src/cubilete/web/pages/home.py", "tests/web"),
        ("tests/core/test_rng.py", "tests/core/test_rng.py"),
        ("tests/web/players.py", "tests/web"),
        ("tests/games/dizzle/dizzle_sheets.py", "tests/games/dizzle"),
        ("README.md", "tests/test_readme.py"),
        ("docs/bots.md", "tests/test_docs.py"),
        ("pyproject.toml", "tests"),
        ("src/cubilete/language.py", "tests"),
        ("tests/conftest.py", "tests"),
    ],
)
def test_tests_of_a_change_are_chosen(changed: str, chosen: str) -> None:
    assert chosen in chosen_for([changed])


def test_change_of_one_game_leaves_the_others_alone() -> None:
    chosen = list(chosen_for(["src/cubilete/games/dizzle/rules.py"]))
    assert not [name for name in chosen if "pa_fuera" in name or name in ("tests", "tests/games")]


def test_changelog_and_removed_tests_ask_for_nothing() -> None:
    assert list(chosen_for(["CHANGELOG.md", "tests/core/test_removed.py"])) == []


def test_all_that_is_named_exists() -> None:
    listed = [*TESTS_OF, *ALONE, *ALONE.values(), *ALWAYS, *ALL]
    listed += [name for names in TESTS_OF.values() for name in names]
    assert [name for name in listed if not (ROOT / name).exists()] == []


def test_every_folder_of_the_source_has_its_tests() -> None:
    folders = [path for path in (ROOT / "src/cubilete").iterdir() if path.is_dir()]
    names = {path.relative_to(ROOT).as_posix() for path in folders if path.name != "__pycache__"}
    assert names == {name for name in TESTS_OF if name.startswith("src/")}
