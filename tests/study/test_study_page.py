"""docs/study.md: its code runs, and it explains every column."""

import re
from pathlib import Path

import pytest

from cubilete import AnyGame, all_games, study

PAGE = (Path(__file__).parents[2] / "docs" / "study.md").read_text("utf-8")


def test_code_runs() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3
    exec(compile("\n".join(blocks), "docs/study.md", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_column_is_explained(game: AnyGame) -> None:
    rows = "".join(re.findall(rf"^\| {game.name} \|.*$", PAGE, re.MULTILINE))
    general = "".join(re.findall(r"^\| `.*$", PAGE, re.MULTILINE))
    plan = study.experiment(game.slug, games=1)
    for column in (*study.games(plan).columns, *study.decisions(plan).columns):
        name = re.sub(r"_\d$", "_0", column)
        assert f"`{name}`" in rows + general
