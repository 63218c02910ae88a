"""Every numbered rule has a test, and is in the rules for people in both languages."""

import ast
import re
from pathlib import Path

import pytest

from cubilete import AnyGame, all_games

LIST = Path(__file__).with_name("rule-numbers.txt")
NUMBER = re.compile(r"\*\*([A-Z0-9]+-[A-Z]?\d+)\*\*")


def numbers() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    game = ""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            game = line.strip("[]")
        elif line and not line.startswith("#"):
            found[game] = set(line.split())
    return found


def test_list_names_the_five_games() -> None:
    assert sorted(numbers()) == [game.slug for game in all_games()]


def marked_rules() -> set[str]:
    """The numbers in `pytest.mark.rule(…)` of all test files."""
    found: set[str] = set()
    for path in LIST.parent.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="rule"), args=arguments):
                    found |= {str(ast.literal_eval(argument)) for argument in arguments}
    return found


def test_every_rule_has_a_test_and_no_test_a_rule_that_there_is_not() -> None:
    wanted = {number for rules in numbers().values() for number in rules}
    marked = marked_rules()
    assert sorted(wanted - marked) == []
    assert sorted(marked - wanted) == []


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_rules_for_people_have_every_number(game: AnyGame, language: str) -> None:
    found = NUMBER.findall(game.words.rules(language))
    assert set(found) == numbers()[game.slug]
    assert len(found) == len(set(found)), "a number stands twice"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_rules_and_errors_speak_of_numbers_that_there_are(game: AnyGame) -> None:
    rules = game.rules
    named = {rules.players_rule, *(option.rule for option in rules.options)} - {""}
    assert named <= numbers()[game.slug]
