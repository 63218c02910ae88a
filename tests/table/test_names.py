"""Names: what may be a name, which names look alike, and how a name stands in a text."""

import unicodedata

import pytest

from cubilete import BadOption, find_game
from cubilete.table import changes
from cubilete.table.names import LONGEST_NAME, clean_name, isolated
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, PERSON
from cubilete.table.table import Table

BLANK = (
    *("", " ", "\u00a0", "\u2003", "\u2800", "\u3164", "\u115f", "\u1160", "\uffa0", "\u200b"),
    *("\u200d", "\ufe0f", "\u2800 \u2800", "\u034f", "\u00ad", "\ufeff", "\U000e0020"),
    *("\ufffc", "\u180b", "\U00013441", "\U0001d159"),
)
UNREADABLE = (
    *("Ana\u200b", "A\u3164na", "\u2800Ana", "A\u200dna", "Ana\u00ad", "An\u034fa"),
    *("\u202eanA", "Ana\u202c", "\u2066Ana", "Ana\u2069", "\u200fAna", "A\tn\0a"),
    *(
        "\u0301Ana",
        "Ana \u0301",
        "A" + "\u0301" * 6,
        "A" + "\ufe0f" * 9,
        "Z\u0489\u0488\u20dd\u20df",
    ),
)
READABLE = (
    *("Ana", "José", "Nguyễn", "O'Brien", "Ñandú-2", "小明", "דוד", "שָׁלוֹם", "محمد", "नीलिमा"),
    *("นิรันดร์ที่", "❤️", "1️⃣", "🎲", "{{7*7}}", "<b>", "A" * LONGEST_NAME),
)
ALIKE = (
    ("Ana", "ana"),
    ("Ana", "A n a"),
    ("Ana", "Ana."),
    ("Ana", "Аnа"),  # Cyrillic
    ("ANA", "ΑΝΑ"),  # Greek
    ("Ana", "Ａｎａ"),
    ("Ana", "𝐀𝐧𝐚"),
    ("José", unicodedata.normalize("NFD", "JOSÉ")),
    ("Ivan", "lvan"),
    ("IVAN", "ivan"),
    ("Marta", "rnarta"),
    ("Leo 10", "Leo IO"),
    ("Leo 2", "Leo ٢"),
    ("❤", "❤️"),
    ("Ana", "Ana\u180b"),  # a Mongolian variation selector
    ("Ana", "An\u180fa"),
)
DIFFERENT = (
    ("Ana", "Aná"),
    ("Ana", "Anna"),
    ("Ana", "Ana 2"),
    ("Eli", "Ell"),
    ("!!", "??"),
    ("小明", "小红"),
    ("Ana", "آنا"),
)
LIKE_BOTS = (
    *("Bot", "bot", "Bot 2", "BOT 3", "Bot2", "Bot-2", "B o t", "Bot 99", "Robot", "robot 4"),
    *("B0t 2", "Воt 2", "ВОТ 2", "Βot 2", "Bót 2", "Ｂｏｔ ２", "Bot ٢", "Bot l", "«Bot 2»"),
    *("Bot 02", "Bot 100", "bot2026", "Bot ١٠٠", "Robot 007", "Bot II"),
)


def table_of(game: str = "dizzle", people: int = 2, bots: int = 0) -> Table:
    seats = [PERSON] * people + [BOT] * bots
    return Table(new_plan(find_game(game), seats, table="t", secret="ab" * 32))


def sit(table: Table, seat: int, name: str) -> None:
    table.apply(changes.sit(table, seat, name, f"owner {seat}", ""))


def refusal(table: Table, seat: int, name: str) -> str:
    with pytest.raises(BadOption) as refused:
        changes.sit(table, seat, name, "somebody", "")
    return refused.value.code


@pytest.mark.parametrize("name", [*BLANK, *UNREADABLE], ids=ascii)
def test_name_that_can_not_be_seen_or_read_is_refused(name: str) -> None:
    assert refusal(table_of(), 0, name) == "bad-name"


@pytest.mark.parametrize("name", READABLE, ids=ascii)
def test_names_of_all_scripts_are_taken(name: str) -> None:
    table = table_of()
    sit(table, 0, name)
    assert table.seats[0].name == name


def test_name_is_stored_in_composed_form_with_single_spaces() -> None:
    assert clean_name("  Jose\u0301 \u00a0 Mari\u0301a ") == "José María"


def test_length_is_counted_in_composed_form() -> None:
    assert clean_name(unicodedata.normalize("NFD", "é" * LONGEST_NAME)) == "é" * LONGEST_NAME
    assert refusal(table_of(), 0, "a" * (LONGEST_NAME + 1)) == "bad-name"


@pytest.mark.parametrize(("first", "second"), ALIKE, ids=ascii)
def test_names_that_look_alike_are_not_at_one_table(first: str, second: str) -> None:
    for one, other in ((first, second), (second, first)):
        table = table_of()
        sit(table, 0, one)
        assert refusal(table, 1, other) == "similar-name"


@pytest.mark.parametrize(("first", "second"), DIFFERENT, ids=ascii)
def test_names_that_differ_are_at_one_table(first: str, second: str) -> None:
    table = table_of()
    sit(table, 0, first)
    sit(table, 1, second)


def test_same_name_is_told_as_such() -> None:
    table = table_of()
    sit(table, 0, "José")
    assert refusal(table, 1, "Jose\u0301") == "same-name"


@pytest.mark.parametrize("name", LIKE_BOTS, ids=ascii)
def test_names_of_bots_are_reserved_at_every_table(name: str) -> None:
    assert refusal(table_of(), 0, name) == "bot-name"
    assert refusal(table_of(people=1, bots=1), 0, name) in ("bot-name", "similar-name", "same-name")


@pytest.mark.parametrize("name", ["Bob", "Botín", "Roberto", "Talbot", "Ro Bo"])
def test_names_that_only_begin_like_a_bot_are_free(name: str) -> None:
    sit(table_of(), 0, name)


@pytest.mark.parametrize("name", ["IA", "ia", "І А", "lA"])
def test_name_of_the_extra_player_is_reserved(name: str) -> None:
    assert refusal(table_of("216"), 0, name) == "bot-name"


def test_table_with_names_that_are_refused_now_still_loads() -> None:
    table = table_of(people=3)
    for seat, name in enumerate(("Bot 2", "Ana", "Аna")):
        table.apply({"kind": "sit", "seat": seat, "name": name, "owner": name, "seed": ""})
    table.apply(changes.start(table))
    assert table.names() == ["Bot 2", "Ana", "Аna"]


def test_only_names_that_turn_the_direction_are_isolated() -> None:
    for name in ("Ana", "José", "小明", "A1!", "Ñ (2)"):
        assert isolated(name) == name
    for name in ("דוד", "محمد", "Ana د"):
        assert isolated(name) == f"\u2068{name}\u2069"
