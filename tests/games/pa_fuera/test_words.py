"""The rules for people, and the sentences in Spanish."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from cubilete.games.pa_fuera import GAME, rules

FOLDER = Path(rules.__file__).parent


@pytest.mark.parametrize("language", ["es", "en"])
def test_rules_for_people_carry_every_number_once(language: str) -> None:
    numbers = re.findall(r"^(?:- )?\*\*(PF-\d+)\*\* ", GAME.rules(language), re.MULTILINE)
    assert sorted(numbers) == sorted(f"PF-{number}" for number in range(1, 15))


def marked_sentences() -> set[str]:
    found: set[str] = set()
    for module in FOLDER.glob("*.py"):
        for _, message, _, _ in extract_from_file("python", module, keywords={"N_": None}):
            assert isinstance(message, str)
            found.add(message)
    return found


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_sentence_is_there_in_spanish_with_its_values() -> None:
    catalog = read_po((FOLDER / "locale" / "es.po").open("rb"), locale="es")
    translated = {str(message.id): str(message.string) for message in catalog if message.id}
    assert set(translated) == marked_sentences()
    for sentence, spanish in translated.items():
        assert spanish
        assert places(sentence) == places(spanish)
