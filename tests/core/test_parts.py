"""The defaults of a game's parts, and the files beside them."""

import sys
from types import ModuleType

import pytest

from cubilete import (
    About,
    Game,
    Message,
    Page,
    Policy,
    RandomBot,
    Rng,
    Rules,
    Setup,
    State,
    Study,
    View,
    Words,
    all_games,
)
from cubilete.core.resources import package_file, package_folder

VIEW = View(seat=0, turn="seats", to_act=(0,), legal=("pass", "roll"), scores=(1, 2), winners=())


class BareRules(Rules[State, View]):
    def start(self, setup: Setup) -> State:
        raise NotImplementedError

    def view(self, state: State, seat: int | None) -> View:
        return VIEW


BARE = Game(About("bare", "Bare", range(2, 4), 5), BareRules())


def test_a_game_needs_only_rules() -> None:
    assert (BARE.slug, BARE.name) == ("bare", "Bare")
    assert type(BARE.words) is Words
    assert type(BARE.policy) is Policy
    assert type(BARE.page) is Page
    assert type(BARE.study) is Study


def test_a_page_is_loaded_once_when_it_is_needed() -> None:
    loaded: list[Page[View]] = []

    def load() -> Page[View]:
        loaded.append(Page())
        return loaded[-1]

    game = Game(About("lazy", "Lazy", range(2, 4), 5), BareRules(), page=load)
    assert loaded == []
    assert game.page is game.page is loaded[0]


# --- Words ---


def test_events_are_told_in_notation() -> None:
    words = BARE.words
    assert str(words.tell("", "chance", "roll 1 6")) == "roll 1 6"
    assert str(words.tell("", "table", "reveal {x}")) == "reveal {x}"
    assert str(words.tell("Ana", 0, "pass")) == "Ana: pass"
    assert str(words.offer(VIEW, "pass")) == "pass"


def test_other_sentences_are_empty() -> None:
    words = BARE.words
    sentences = [words.feel, words.ask(VIEW), words.remark(VIEW), words.seat_note(VIEW, 0)]
    assert sentences == [Message("")] * 4
    assert words.rule_now(VIEW) == ""
    assert words.rules("es") == ""


def test_choices_bots_and_extra_players_have_names() -> None:
    words = BARE.words
    assert str(words.choice("categories", "ones")) == "ones"
    assert [str(words.bot(name)) for name in ("random", "greedy", "mine")] == [
        *("random", "strong", "mine")
    ]
    assert [words.extra_player(number) for number in (0, 1)] == ["+1", "+2"]


def test_position_is_shown_as_the_fields_of_the_view() -> None:
    assert BARE.words.show(VIEW).splitlines()[:3] == [
        "seat: 0",
        "turn: seats",
        "to_act: (0,)",
    ]


# --- Rules and policy ---


def test_bare_rules_have_no_secrets_and_show_no_dice() -> None:
    assert not BARE.rules.has_secrets(VIEW)
    assert BARE.rules.dice_shown("roll 1 6") == ()


def test_the_random_bot_is_the_only_one_by_default() -> None:
    assert list(BARE.policy.bots()) == ["random"]
    assert BARE.policy.strongest() == "random"
    chosen = {RandomBot().choose(VIEW, Rng(seed)) for seed in range(20)}
    assert chosen == {"pass", "roll"}


# --- Files ---


def test_a_module_without_a_package_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files beside such a module may belong to anything, so none is taken for its own."""
    module = ModuleType("lonely_game")
    module.__package__ = ""
    monkeypatch.setitem(sys.modules, "lonely_game", module)
    lonely = type("LonelyWords", (Words,), {"__module__": "lonely_game"})()
    assert package_folder(lonely) is None
    assert package_file(lonely, "rules.es.md") is None
    assert lonely.rules("es") == ""


def test_the_classes_of_the_core_have_no_folder() -> None:
    assert package_folder(Words()) is None
    assert Page[View]().file("table.css") == ""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_words_find_the_files_of_their_own_package(game: Game[State, View]) -> None:
    folder = package_folder(game.words)
    assert folder is not None
    assert folder.joinpath("words.py").is_file()
    assert package_file(game.words, "no-such-file") is None
    assert game.words.rules("es") != game.words.rules("en")
    assert game.words.rules("de") == game.words.rules("es")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_pages_find_the_files_of_their_own_package(game: Game[State, View]) -> None:
    assert "<symbol" in game.page.file("cover.svg")
    assert "<symbol" in game.page.file("emblem.svg")
    assert game.page.file("table.css")
