"""The score sheet (SD-5), the position as text, and the view."""

from functools import partial

import pytest

from cubilete.core.state import CHANCE
from cubilete.core.view import to_json
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.score_sheet import score_sheet
from cubilete.games.seis_dados.tables import CATEGORIES, SECTIONS
from cubilete.games.seis_dados.terms import CATEGORY_WORDS, SECTION_WORDS
from cubilete.language import say

from .oracle import ALL_CATEGORIES, ASSIGNED_CATEGORIES
from .table import JUNK, repeat, rolled, spend_jokers, started, take_turn, view

BLANK_BASIC_SHEET = """\
                      Ana    Luis
Numbers
  ones
  twos
  threes
  fours
  fives
  sixes
Groups
  pair
  three of a kind
  four of a kind
  five of a kind
  six of a kind
Straights
  straight of 3
  straight of 4
  straight of 5
  straight of 6
Totals
  highest sum
  lowest sum
  jokers           oooooo  oooooo
Points                  0       0"""


SPANISH_SHEET = """\
                    Ana    Luis     Eva
Números
  unos
Totales
  comodines      oooooo  oooooo  oooooo
Agrupaciones
  pareja triple
Puntos                0       0       0"""

in_spanish = partial(say, language="es")


def rows(sheet: str) -> dict[str, list[str]]:
    """The cells of each row of a sheet by its label; headings have none."""
    labels = [*SECTION_WORDS.values(), *CATEGORY_WORDS.values(), "Jokers", "Points"]
    found: dict[str, list[str]] = {}
    for line in sheet.splitlines()[1:]:
        content = line.strip()
        label = max((word for word in labels if f"{content} ".startswith(f"{word} ")), key=len)
        found[label] = content.removeprefix(label).split()
    return found


# --- SD-5: the sheet ---


@pytest.mark.rule("SD-5")
def test_the_blank_sheet_has_players_in_columns_and_categories_in_rows_by_section() -> None:
    assert score_sheet(view(started()), ["Ana", "Luis"]) == BLANK_BASIC_SHEET


@pytest.mark.rule("SD-5")
def test_values_jokers_and_points_stand_in_the_column_of_their_player() -> None:
    state = started(3, categories=[*ASSIGNED_CATEGORIES, "jokers"])
    take_turn(state, "1 1 1 4 6 6", "ones 3")
    take_turn(state, "1 2 2 3 4 4", "double-pair 4,2")
    spend_jokers(state, 2)
    state.play(2, "assign ones 6")
    take_turn(state, "2 2 4 4 5 5", "triple-pair 5,4,2")
    take_turn(state, "1 1 2 2 3 3", "ones 2")
    sheet = score_sheet(view(state), ["Ana", "Luis", "Eva"])
    lines = {line.split("  ")[1].strip(): line for line in sheet.splitlines() if line[:2] == "  "}
    header = sheet.splitlines()[0]
    ends = [header.index(name) + len(name) for name in ("Ana", "Luis", "Eva")]

    def cells(label: str) -> list[str]:
        line = lines[label].ljust(len(header))
        starts = [ends[0] - 7, ends[0], ends[1]]
        return [line[a:b].strip() for a, b in zip(starts, ends, strict=True)]

    assert cells("ones") == ["3", "2", "6"]
    assert cells("two pairs") == ["", "4,2", ""]
    assert cells("three pairs") == ["5,4,2", "", ""]
    assert cells("jokers") == ["oooooo", "oooooo", "ooooxx"]
    assert sheet.splitlines()[-1].split() == ["Points", "1", "0", "0"]


@pytest.mark.rule("SD-5")
def test_every_value_of_a_full_game_is_on_the_sheet() -> None:
    state = started(categories=ALL_CATEGORIES)
    noted: dict[str, list[str]] = {}
    for name in ASSIGNED_CATEGORIES:
        for dice in ("1 2 3 4 5 6", "4 4 4 4 4 4"):
            state.play(CHANCE, f"roll {dice}")
            seat = state.to_act[0]
            text = next(t for t in state.legal_texts(seat) if t.startswith(f"assign {name} "))
            state.play(seat, text)
            noted.setdefault(CATEGORY_WORDS[name], []).append(text.split()[-1])
    found = rows(score_sheet(view(state), ["Ana", "Luis"]))
    assert {label: found[label] for label in noted} == noted
    assert found["jokers"] == ["oooooo", "oooooo"]
    assert found["Points"] == [str(score) for score in state.scores()]


@pytest.mark.rule("SD-5")
@pytest.mark.rule("SD-3")
def test_what_is_not_in_use_is_not_on_the_sheet() -> None:
    basic = rows(score_sheet(view(started()), ["Ana", "Luis"]))
    assert "Combinations" not in basic
    assert "Oddities" not in basic
    few = rows(score_sheet(view(started(categories=["ones", "sevens", "jokers"])), ["A", "B"]))
    assert list(few) == ["Numbers", "ones", "Totals", "jokers", "Oddities", "sevens", "Points"]


@pytest.mark.rule("SD-5")
@pytest.mark.rule("SD-1")
def test_the_joker_marks_are_there_without_the_category_jokers() -> None:
    state = started(categories=["ones", "max-sum"])
    spend_jokers(state, 6)
    found = rows(score_sheet(view(state), ["Ana", "Luis"]))
    assert found["Jokers"] == ["xxxxxx", "oooooo"]


@pytest.mark.rule("SD-5")
def test_the_columns_are_as_wide_as_the_longest_name() -> None:
    names = ["María de los Ángeles", "Jo"]
    lines = score_sheet(view(started(categories=["ones"])), names).splitlines()
    full = [line for line in lines if not line.startswith(("Numbers", "  ones"))]
    assert [line[-2:].strip() for line in full] == ["Jo", "oo", "0"]
    assert {len(line) for line in full} == {len("Numbers") + 2 * (len(names[0]) + 2)}


@pytest.mark.rule("SD-5")
def test_the_sheet_speaks_spanish_too() -> None:
    few = view(started(3, 0, categories=["ones", "jokers", "triple-pair"]))
    assert score_sheet(few, ["Ana", "Luis", "Eva"], in_spanish) == SPANISH_SHEET


def test_every_section_and_category_has_its_words() -> None:
    assert list(SECTION_WORDS) == list(SECTIONS)
    assert tuple(CATEGORY_WORDS) == CATEGORIES
    assert len(set(CATEGORY_WORDS.values())) == len(CATEGORIES)


# --- The position as text ---


def test_the_text_of_a_position_says_what_is_going_on() -> None:
    state = GAME.new(2)
    assert GAME.words.show(view(state)).endswith("Drawing lots to see who starts.")
    state.play(CHANCE, "start 1")
    assert "Turn: seat 2\nDice on the table: -" in GAME.words.show(view(state))
    state.play(CHANCE, f"roll {JUNK}")
    repeat(state, "1 1", "6 6")
    assert GAME.words.show(view(state)).endswith(
        "Turn: seat 2\nDice on the table: 2 3 5 5 6 6\nFree rerolls left: 1"
    )


def test_the_text_of_a_finished_game_says_who_has_won() -> None:
    state = started(categories=["ones"])
    take_turn(state, "1 1 1 4 6 6", "ones 3")
    take_turn(state, "1 1 1 4 6 6", "ones 3")
    assert GAME.words.show(view(state)).endswith("Won by: seat 1 and seat 2")


def test_the_text_of_a_position_speaks_spanish_too() -> None:
    assert GAME.words.show(view(rolled(JUNK)), in_spanish).endswith(
        "Turno: asiento 1\nDados sobre la mesa: 1 1 2 3 5 5\nRepeticiones gratis que quedan: 2"
    )


# --- What a seat sees ---


def test_everybody_sees_the_same_but_for_what_they_may_do() -> None:
    state = rolled(JUNK)
    seen = [GAME.rules.view(state, seat) for seat in (0, 1, None)]
    assert [bool(each.legal) for each in seen] == [True, False, False]
    assert list(seen[0].legal) == state.legal_texts(0)
    shown = {GAME.words.show(each) for each in seen}
    assert len(shown) == 1


def test_the_view_says_what_was_agreed() -> None:
    agreed = view(started(lowest_wins=True, end_at=7))
    assert (agreed.lowest_wins, agreed.end_at) == (True, 7)
    default = view(started())
    assert (default.lowest_wins, default.end_at) == (False, None)


def test_the_view_says_who_began_and_whose_turn_it_is() -> None:
    state = GAME.new(2, {"categories": ["ones"]})
    assert (view(state).first, view(state).current) == (None, None)
    state.play(CHANCE, "start 1")
    assert (view(state).first, view(state).current) == (1, 1)
    take_turn(state, JUNK, "ones 2")
    assert (view(state).first, view(state).current) == (1, 0)
    take_turn(state, JUNK, "ones 2")
    assert (view(state).first, view(state).current) == (1, None)
    assert view(state).winners == (0, 1)


def test_a_view_can_be_sent_as_json() -> None:
    assert '"sheet":{"numbers":{"ones":["",""]}}' in to_json(view(started(categories=["ones"])))
