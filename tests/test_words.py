"""Every sentence that people read has a Spanish translation."""

import sys
from importlib import resources
from string import Formatter

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from cubilete import CubileteError, UnknownGame, all_games
from cubilete.core.message import Message, SeatName
from cubilete.language import explain, language_of_environment, read_catalog, say


def package_of(part: object) -> str:
    """The package in which the class of a part is defined."""
    package = sys.modules[type(part).__module__].__package__
    assert package
    return package


PACKAGES = ["cubilete", *(package_of(game.words) for game in all_games())]
METHODS = {".py": ("python", "N_"), ".html": ("jinja2.ext:babel_extract", "_")}


def sentences(package: str) -> set[str]:
    """The sentences that a package marks for translation; the games have catalogs of their own."""
    found: set[str] = set()
    waiting = [resources.files(package)]
    while waiting:
        for path in waiting.pop().iterdir():
            if path.is_dir() and not (package == "cubilete" and path.name == "games"):
                waiting.append(path)
            elif path.name.endswith(tuple(METHODS)):
                method, keyword = METHODS[path.name[path.name.rindex(".") :]]
                with path.open("rb") as file:
                    for entry in extract(method, file, keywords={keyword: None}):
                        assert isinstance(entry[1], str)
                        found.add(entry[1])
    return found


def places(sentence: str) -> set[str]:
    return {part[1] for part in Formatter().parse(sentence) if part[1]}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_has_its_translation_with_the_same_values(package: str) -> None:
    with resources.files(package).joinpath("locale", "es.po").open("rb") as file:
        catalog = {
            message.id: message.string
            for message in read_po(file, locale="es", abort_invalid=True)
            if message.id
        }
    own = sentences(package)
    if package != "cubilete":
        own -= sentences("cubilete")
    assert set(catalog) == own
    for english, spanish in catalog.items():
        assert isinstance(english, str)
        assert isinstance(spanish, str)
        assert spanish
        assert places(english) == places(spanish)


def test_sentence_of_several_games_has_one_translation() -> None:
    said: dict[str, str] = {}
    for package in PACKAGES:
        for english, spanish in read_catalog(resources.files(package), "es"):
            assert said.setdefault(english, spanish) == spanish, f"{package}: {english}"


def test_sentence_is_said_in_the_language_asked_for() -> None:
    message = Message("There is no seat {seat}.", {"seat": 7})
    assert say(message, "en") == "There is no seat 7."
    assert say(message, "es") == "No hay ningún asiento 7."


def test_sentence_without_translation_is_said_in_english() -> None:
    assert say(Message("Nobody translated {this}.", {"this": 1}), "es") == "Nobody translated 1."


def test_error_is_explained_with_its_rule() -> None:
    assert explain(CubileteError("x", "SD-1", "The game is over."), "es") == (
        "La partida ha terminado. (SD-1)"
    )
    assert "seis-dados" in explain(UnknownGame("seis", ["seis-dados"]), "es")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "es_AR"}, "es"),
        ({"LANG": "es_ES", "CUBILETE_LANG": "en"}, "en"),
        ({}, "en"),
    ],
)
def test_environment_decides_the_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CUBILETE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_environment() == language


def test_seat_is_said_by_its_name_where_the_names_are_known() -> None:
    inner = Message("{who} and {other}", {"who": SeatName(0), "other": SeatName(2)})
    message = Message("{both}!", {"both": inner})
    assert say(message, "en", ["Ana {x}", "Luis", "Eva"]) == "Ana {x} and Eva!"
    assert say(message, "en") == str(message) == "seat 1 and seat 3!"
    assert say(message, "es", ["Ana"]) == "Ana and el asiento 3!"
