"""Every sentence that people read has a Spanish translation."""

import sys
from functools import cache
from importlib import resources
from string import Formatter

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from cubilete import CubileteError, UnknownGame, all_games
from cubilete.core.check.sentences import forms_of
from cubilete.core.errors import BadOption
from cubilete.core.message import N_, Listing, Message, SeatName, parse_catalog
from cubilete.language import explain, language_of_environment, listing, read_catalog, say


def package_of(part: object) -> str:
    """The package in which the class of a part is defined."""
    package = sys.modules[type(part).__module__].__package__
    assert package
    return package


PACKAGES = ["cubilete", *(package_of(game.words) for game in all_games())]
METHODS = {".py": ("python", "N_"), ".html": ("jinja2.ext:babel_extract", "_")}


@cache
def sentences(package: str) -> dict[str, tuple[str, ...]]:
    """The sentences that a package marks for translation, each with its forms: singular and plural,
    or only one. The games have catalogs of their own."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = [resources.files(package)]
    while waiting:
        for path in waiting.pop().iterdir():
            if path.is_dir() and not (package == "cubilete" and path.name == "games"):
                waiting.append(path)
            elif path.name.endswith(tuple(METHODS)):
                method, keyword = METHODS[path.name[path.name.rindex(".") :]]
                for arguments in (1,), (1, 2):
                    with path.open("rb") as file:
                        for entry in extract(method, file, keywords={keyword: arguments}):
                            forms = (entry[1],) if isinstance(entry[1], str) else entry[1]
                            found[forms[0]] = max(forms, found.get(forms[0], ()), key=len)
    return found


def places(sentence: str) -> set[str]:
    return {part[1] for part in Formatter().parse(sentence) if part[1]}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_has_its_translation_with_the_same_values(package: str) -> None:
    with resources.files(package).joinpath("locale", "es.po").open("rb") as file:
        messages = [each for each in read_po(file, locale="es", abort_invalid=True) if each.id]
    catalog = {
        (message.id,) if isinstance(message.id, str) else tuple(message.id): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string)
        )
        for message in messages
    }
    own = sentences(package)
    if package != "cubilete":
        shared = sentences("cubilete")
        own = {key: forms for key, forms in own.items() if key not in shared}
    assert set(catalog) == set(own.values())
    for english, spanish in catalog.items():
        assert len(english) == len(spanish)
        assert all(spanish)
        # A singular may leave out its number, which is 1.
        assert places(english[-1]) == places(spanish[-1])
        assert places(english[0]) - {"count"} == places(spanish[0]) - {"count"}


def test_sentence_of_several_games_has_one_translation() -> None:
    said: dict[str, tuple[str, ...]] = {}
    for package in PACKAGES:
        for english, spanish in read_catalog(resources.files(package), "es").items():
            forms = forms_of(spanish)
            assert said.setdefault(english, forms) == forms, f"{package}: {english}"


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


def test_number_decides_between_singular_and_plural() -> None:
    def cards(count: int) -> Message:
        return Message(N_("one card", "{count} cards"), count=count)

    assert [str(cards(count)) for count in (0, 1, 2)] == ["0 cards", "one card", "2 cards"]
    assert [say(cards(count), "en") for count in (0, 1, 2)] == ["0 cards", "one card", "2 cards"]
    error = BadOption("x", "", N_("one {thing}", "{count} {thing}s"), count=2, thing="cup")
    assert explain(error, "en") == str(error) == "2 cups"


def test_translation_has_a_singular_and_a_plural(monkeypatch: pytest.MonkeyPatch) -> None:
    source = b"""
msgid "one card"
msgid_plural "{count} cards"
msgstr[0] "una carta"
msgstr[1] "{count} cartas"
"""
    monkeypatch.setattr("cubilete.language.catalog", lambda _: parse_catalog(source, "es"))
    said = [say(Message(N_("one card", "{count} cards"), count=count), "es") for count in (0, 1, 9)]
    assert said == ["0 cartas", "una carta", "9 cartas"]


@pytest.mark.parametrize(
    ("names", "spanish", "english"),
    [
        ([], "", ""),
        (["Ana"], "Ana", "Ana"),
        (["Ana", "Luis"], "Ana y Luis", "Ana and Luis"),
        (["Ana", "Luis", "Eva"], "Ana, Luis y Eva", "Ana, Luis and Eva"),
        (["Ana", "Inés"], "Ana e Inés", "Ana and Inés"),
        (["Ana", "Íñigo"], "Ana e Íñigo", "Ana and Íñigo"),
        (["Ana", "Luis", "Higinio"], "Ana, Luis e Higinio", "Ana, Luis and Higinio"),
        (["Ana", "Yvonne"], "Ana e Yvonne", "Ana and Yvonne"),
        (["Ana", "Yolanda"], "Ana y Yolanda", "Ana and Yolanda"),
        (["Ana", "Ian"], "Ana y Ian", "Ana and Ian"),
        (["fuego", "hielo"], "fuego y hielo", "fuego and hielo"),
        (["Inés", "Ana"], "Inés y Ana", "Inés and Ana"),
    ],
)
def test_list_is_joined_as_each_language_does(names: list[str], spanish: str, english: str) -> None:
    assert str(listing(names, "es")) == spanish
    assert str(listing(names, "en")) == str(Listing(names)) == english


def test_translation_repeats_its_preposition_before_each_name() -> None:
    message = Message("Les toca {names:a}.", {"names": Listing([SeatName(0), SeatName(1)])})
    assert say(message, "es", ["Luis", "Emma"]) == "Les toca a Luis y a Emma."
    assert say(message, "es", ["Luis", "Inés"]) == "Les toca a Luis y a Inés."


def test_lists_of_the_same_things_are_equal() -> None:
    assert Listing(["Ana", "Luis"]) == Listing(iter(["Ana", "Luis"]))
    assert len({Listing(["Ana"]), Listing(["Ana"]), Listing(["Luis"])}) == 2
    assert listing(["Ana"], "es") != listing(["Ana"], "en")


def test_list_of_messages_is_said_in_the_language() -> None:
    over = Message("The game is over.")
    message = Message("{all}", {"all": Listing([over, SeatName(1)])})
    assert say(message, "es") == "La partida ha terminado. y el asiento 2"
    assert str(message) == "The game is over. and seat 2"
