"""The rules for people, and the Spanish sentences."""

import ast
import re
from importlib import resources
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from cubilete.games import seis_dados
from cubilete.games.seis_dados import GAME

NUMBERS = (
    [f"SD-{n}" for n in range(1, 6)]
    + [f"SD-C{n}" for n in range(1, 9)]
    + [f"SD-S{n}" for n in range(1, 7)]
)
FOLDER = resources.files(seis_dados)


def catalog() -> Catalog:
    return read_po(BytesIO(FOLDER.joinpath("locale/es.po").read_bytes()), abort_invalid=True)


def marked_sentences() -> set[str]:
    """Every sentence that the sources of this game mark for translation."""
    found: set[str] = set()
    for file in FOLDER.iterdir():
        if file.name.endswith(".py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id == "N_"
                ):
                    sentence = ast.literal_eval(node.args[0])
                    assert isinstance(sentence, str)
                    found.add(sentence)
    return found


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", ["es", "en"])
def test_each_rule_is_told_once_in_each_language(language: str) -> None:
    told = re.findall(r"^- \*\*(SD-[A-Z]?[0-9]+)\*\* \S", GAME.rules(language), re.MULTILINE)
    assert sorted(told) == sorted(NUMBERS)


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_rules_credit_their_author(language: str) -> None:
    top = GAME.rules(language).split("## ")[0]
    assert "Jorge Alonso" in top
    assert "Jorge Alonso" in GAME.credit


def test_every_sentence_is_said_in_spanish_and_none_is_left_over() -> None:
    said = {str(message.id): str(message.string) for message in catalog() if message.id}
    assert said.keys() == marked_sentences()
    assert all(said.values())


def test_translations_keep_the_placeholders() -> None:
    for message in catalog():
        assert placeholders(str(message.string)) == placeholders(str(message.id))


def test_the_catalog_says_that_it_is_spanish() -> None:
    spanish = catalog()
    assert str(spanish.locale) == "es"
    assert spanish.charset == "utf-8"
