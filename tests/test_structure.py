"""Limits on the size of modules, classes and folders in src.

Small pieces can be understood at a glance. Split what outgrows a limit; do not raise the limit.
"""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "cubilete"
MODULES = sorted(SOURCE.rglob("*.py"))
FOLDERS = sorted({path.parent for path in MODULES})

LINES = 400
LINES_OF_RULES = 550
METHODS = 20
MODULES_IN_A_FOLDER = 15


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
