"""Limits on the size of modules, classes and folders in src, and on docs/architecture.md.

Small pieces can be understood at a glance. Split what outgrows a limit; do not raise the limit.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cubilete"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MODULES = sorted(SOURCE.rglob("*.py"))
FOLDERS = sorted({path.parent for path in MODULES})

LINES = 400
LINES_OF_RULES = 550
METHODS = 20
MODULES_IN_A_FOLDER = 15
WORDS_OF_THE_GLOSSARY = 30
STEPS_OF_A_MOVE = 15


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def is_state(node: ast.ClassDef) -> bool:
    """State and its subclasses have as many methods as a game has questions to answer."""
    bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
    return node.name == "State" or "State" in bases


def public_methods(node: ast.ClassDef) -> list[str]:
    """The methods and properties without an underscore; a setter is not counted again."""
    found = [
        item.name
        for item in node.body
        if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)
        and not item.name.startswith("_")
    ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_module_is_short(path: Path) -> None:
    is_rules = path.name == "rules.py" and path.parent.parent.name == "games"
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= (LINES_OF_RULES if is_rules else LINES)


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_class_has_few_public_methods(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and not is_state(node):
            assert len(public_methods(node)) <= METHODS, node.name


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_folder_has_few_modules(folder: Path) -> None:
    modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= MODULES_IN_A_FOLDER


def section(heading: str) -> str:
    found = re.search(rf"^## {heading}.*?\n(.*?)(?=^## |\Z)", ARCHITECTURE, re.M | re.S)
    assert found, heading
    return found[1]


def glossary() -> list[str]:
    """The words that are explained. A row that explains two words counts twice."""
    rows = re.findall(r"^\| ([^|]+) \|", section("Glossary"), re.MULTILINE)
    assert rows[0] == "word"
    return [word for row in rows[1:] for word in row.split(", ")]


def test_glossary_is_short_and_sorted() -> None:
    words = glossary()
    assert 0 < len(words) <= WORDS_OF_THE_GLOSSARY
    assert words == sorted(set(words))


@pytest.mark.parametrize("word", glossary())
def test_word_of_the_glossary_is_a_word_of_the_code(word: str) -> None:
    name = re.compile(rf"\b{word.replace(' ', '.?')}", re.IGNORECASE)
    assert any(name.search(path.read_text(encoding="utf-8")) for path in MODULES)


def test_way_of_a_move_is_short() -> None:
    steps = re.findall(r"^(\d+)\. ", section("One move"), re.MULTILINE)
    assert steps == [str(number + 1) for number in range(len(steps))]
    assert 0 < len(steps) <= STEPS_OF_A_MOVE


@pytest.mark.parametrize("folder", [f for f in FOLDERS if f != SOURCE], ids=name)
def test_folder_is_in_the_architecture(folder: Path) -> None:
    """The folders of all games are described once."""
    games = SOURCE / "games"
    shown = "games" if games in (folder, *folder.parents) else folder.name
    assert re.search(rf"^ +{shown}/", section("The folders"), re.MULTILINE)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(\w+/[\w/]+\.py)`", ARCHITECTURE))))
def test_module_that_the_architecture_names_is_there(path: str) -> None:
    assert (SOURCE / path).is_file() or (ROOT / path).is_file()
