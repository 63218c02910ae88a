"""The sheets: their form, the ones we ship, and those of a file (T1-M1, T1-M2)."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete.core.datafile import parse
from cubilete.core.errors import BadMaterial
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.match import Match, replay
from cubilete.core.record import read_record
from cubilete.core.resources import package_file
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE
from cubilete.games.twenty_one import GAME
from cubilete.games.twenty_one.material import our_sheets, rows_of

from .table import sheets_like, started, view

OUR_FILE = package_file(GAME.rules, "data/sheets.txt") or ""
OURS = rows_of(our_sheets())


# --- Our own sheets ---


@pytest.mark.rule("T1-M1")
def test_a_sheet_has_five_rows_with_every_colour_once() -> None:
    assert list(OURS) == list("ABCDEF")
    for rows in OURS.values():
        assert len(rows) == 5
        assert all(sorted(row) == sorted("WYRGBK") for row in rows)


@pytest.mark.rule("T1-M1")
def test_the_printed_numbers_of_a_row_go_from_six_to_one() -> None:
    state = started(material=sheets_like("GBKWYR"))
    state.play(CHANCE, "roll W3 Y2 R1 G6 B5 K4")
    state.play(0, "stand")
    for seat in (0, 1):
        state.play(seat, "write W3 Y2 R1 G6 B5 K4")
    assert view(state).sheets[0].exacts == (6, 0, 0, 0, 0)
    assert view(state).sheets[0].boxes[0] == "654321"
    assert state.scores() == [42, 42]


@pytest.mark.rule("T1-M2")
def test_every_box_has_each_colour_once_over_our_six_sheets() -> None:
    for row, box in product(range(5), range(6)):
        assert {OURS[name][row][box] for name in "ABCDEF"} == set("WYRGBK")


@pytest.mark.rule("T1-M2")
def test_within_a_sheet_of_ours_no_colour_has_a_number_twice() -> None:
    for rows in OURS.values():
        for box in range(6):
            assert len({row[box] for row in rows}) == 5


@pytest.mark.rule("T1-M2")
def test_our_rows_are_not_rotations_of_each_other() -> None:
    turned = [
        row[row.index("W") :] + row[: row.index("W")] for rows in OURS.values() for row in rows
    ]
    assert len(set(turned)) > 25


def test_default_material_is_a_fresh_copy() -> None:
    spoilt = GAME.rules.default_material({})
    spoilt.clear()
    assert GAME.rules.default_material({}) == our_sheets()


# --- Material of a record ---


def changed(change: Callable[[dict[str, list[Json]]], object]) -> JsonObject:
    """Our sheets with a change made to them."""
    sheets: dict[str, list[Json]] = {name: list(rows) for name, rows in OURS.items()}
    change(sheets)
    return {"sheets": dict[str, Json](sheets)}


def replace_row(row: Json) -> Callable[[dict[str, list[Json]]], object]:
    return lambda sheets: sheets["C"].__setitem__(2, row)


@pytest.mark.rule("T1-M1")
@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("WYRGBB", "colour-twice"),
        ("WYRGBKW", "colour-twice"),
        ("WYRGB", "colour-missing"),
        ("", "colour-missing"),
        ("WYRGBP", "no-colour"),
        ("wyrgbk", "no-colour"),
        ("W Y R G B K", "no-colour"),
        (654321, "wrong-kind"),
        (None, "wrong-kind"),
        (["W", "Y", "R", "G", "B", "K"], "wrong-kind"),
    ],
)
def test_a_row_without_each_colour_once_is_refused(row: Json, code: str) -> None:
    with pytest.raises(BadMaterial) as caught:
        GAME.new(2, material=changed(replace_row(row)))
    assert (caught.value.code, caught.value.rule) == (code, "T1-M1")
    assert caught.value.place == ("sheets", "C", 2)


@pytest.mark.rule("T1-M1")
def test_a_sheet_with_more_or_fewer_rows_is_refused() -> None:
    for change, place in (
        (lambda sheets: sheets["D"].append("WYRGBK"), ("sheets", "D", 5)),
        (lambda sheets: sheets["D"].pop(), ("sheets", "D")),
    ):
        with pytest.raises(BadMaterial) as caught:
            GAME.rules.check_material(changed(change))
        assert (caught.value.code, caught.value.rule) == ("wrong-rows", "T1-M1")
        assert caught.value.place == place


@pytest.mark.rule("T1-M2")
@pytest.mark.parametrize(
    ("material", "code"),
    [
        ({}, "missing"),
        ({"sheets": []}, "wrong-kind"),
        ({"sheets": {}}, "missing"),
        ({"sheets": our_sheets()["sheets"], "deck": []}, "unknown-key"),
        (changed(lambda sheets: sheets.pop("F")), "missing"),
        (changed(lambda sheets: sheets.update(G=list(OURS["A"]))), "unknown-key"),
    ],
)
def test_there_are_six_sheets_a_to_f(material: JsonObject, code: str) -> None:
    with pytest.raises(BadMaterial) as caught:
        GAME.rules.check_material(material)
    assert (caught.value.code, caught.value.rule) == (code, "T1-M2")


@pytest.mark.rule("T1-M2")
def test_the_balance_is_not_asked_of_other_sheets() -> None:
    GAME.rules.check_material(sheets_like())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("WYRGBKX6 ", max_size=7),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("ABCDEFG"), inner, max_size=7)
    ),
    max_leaves=40,
)


@settings(deadline=None)
@given(sheets=JSON)
def test_any_other_json_is_refused_as_bad_material(sheets: Json) -> None:
    with pytest.raises(BadMaterial):
        GAME.rules.check_material({"sheets": sheets})


@settings(deadline=None)
@given(name=st.sampled_from("ABCDEF"), place=st.integers(0, 4), value=JSON)
def test_a_spoilt_row_is_refused_as_bad_material(name: str, place: int, value: Json) -> None:
    sheets: JsonObject = {other: list[Json](rows) for other, rows in OURS.items()}
    sheets[name] = [*OURS[name][:place], value, *OURS[name][place + 1 :]]
    if isinstance(value, str) and sorted(value) == sorted("WYRGBK"):
        GAME.rules.check_material({"sheets": sheets})
    else:
        with pytest.raises(BadMaterial) as caught:
            GAME.rules.check_material({"sheets": sheets})
        assert caught.value.place == ("sheets", name, place)


def test_a_record_carries_its_sheets() -> None:
    match = Match(GAME, ["a", "b"], material=sheets_like("KBGRYW"))
    match.play(CHANCE, "start 0")
    match.play(CHANCE, "sheets E C")
    again = replay(read_record(match.record().to_text()))
    assert again.state.fingerprint() == match.state.fingerprint()
    other = Match(GAME, ["a", "b"])
    other.play(CHANCE, "start 0")
    other.play(CHANCE, "sheets E C")
    assert other.state.fingerprint() != match.state.fingerprint()


# --- A person's file ---


def read(text: str) -> JsonObject:
    return GAME.rules.read_material(parse(text))


@pytest.mark.rule("T1-M2")
def test_a_file_of_our_form_is_read() -> None:
    assert read(OUR_FILE) == our_sheets()
    rows = "\n".join(["WYRGBK # without blanks"] * 5)
    text = "cubilete twenty-one\n" + "".join(f"[sheet {name}]\n{rows}\n" for name in "ABCDEF")
    assert read(text) == sheets_like()


def line_of(start: str) -> int:
    return OUR_FILE.splitlines().index(start) + 1


def spoilt(number: int, text: str | None) -> str:
    """Our file with a line replaced, or removed for None."""
    lines = OUR_FILE.splitlines()
    lines[number - 1 : number] = [] if text is None else [text]
    return "\n".join(lines)


@pytest.mark.rule("T1-M2")
@pytest.mark.parametrize(
    ("after", "text", "line", "code"),
    [
        (2, "W Y R G B X", 2, "no-colour"),
        (5, "W W R G B K", 5, "colour-twice"),
        (1, "W Y R G", 1, "colour-missing"),
        (3, None, 0, "wrong-rows"),
        (4, "W Y R G B K\nW Y R G B K", 6, "wrong-rows"),
        (0, "[sheet H]", 0, "unknown-section"),
        (0, "[sheet A]", 0, "repeated-section"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    after: int, text: str | None, line: int, code: str
) -> None:
    heading = line_of("[sheet C]")
    with pytest.raises(BadMaterial) as caught:
        read(spoilt(heading + after, text))
    assert (caught.value.code, caught.value.line) == (code, heading + line)


@pytest.mark.rule("T1-M2")
def test_a_missing_sheet_is_named() -> None:
    with pytest.raises(BadMaterial) as caught:
        read(OUR_FILE[: OUR_FILE.index("[sheet F]")])
    assert "[sheet F]" in str(caught.value)
    assert caught.value.line is not None


NOISE = "WYK[]#\n \x00é7"


def test_a_garbled_file_is_read_or_refused_with_a_line() -> None:
    rng = seeded("garbled sheets")
    refusals = 0
    for _ in range(300):
        text = OUR_FILE
        for _ in range(1 + rng.below(3)):
            at = rng.below(len(text))
            text = text[:at] + NOISE[rng.below(len(NOISE))] + text[at + rng.below(3) :]
        lines = [error.line for error in refusals_of(text)]
        assert all(line is not None and 1 <= line <= len(text.splitlines()) for line in lines), text
        refusals += len(lines)
    assert refusals > 50


def refusals_of(text: str) -> list[BadMaterial]:
    try:
        GAME.rules.check_material(read(text))
    except BadMaterial as error:
        return [error]
    return []
