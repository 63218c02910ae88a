"""The examples of docs/adapters.md run, and its table is right."""

import doctest
import re
from pathlib import Path

from cubilete.study.spaces import find

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"
ROW = re.compile(r"\| `([a-z0-9-]+)` \| (\d)–(\d) \| (.*) \| (\d+)")


def test_examples_run() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 20
    assert result.failed == 0


def test_table_is_right() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) == 5
    for slug, least, most, actions, size in rows:
        space = find(slug)
        players = space.game.about.players
        assert (int(least), int(most)) == (players[0], players[-1])
        assert re.search(rf"\b{space.encoding.actions}\b", actions)
        assert int(size) == space.encoding.size
        if slug == "pa-fuera":
            assert re.search(rf"\b{find(slug, 4).encoding.actions}\b", actions)
