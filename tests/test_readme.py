"""The examples of the README run, and the links of the documents lead to files."""

import doctest
import re
from pathlib import Path

import cubilete

ROOT = Path(__file__).parents[1]


def test_first_taste_of_the_library_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 20
    assert result.failed == 0


def test_docstring_of_the_package_runs() -> None:
    assert doctest.testmod(cubilete).failed == 0


def test_links_lead_somewhere() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        text = re.sub("`[^`]*`", "", page.read_text(encoding="utf-8"))
        for target in re.findall(r"\[[^\]]+\]\(([^)]+)\)", text):
            if not target.startswith(("http", "#")):
                assert (page.parent / target.split("#")[0]).exists(), f"{page.name}: {target}"
