"""Text files of material: parsing, and errors with their line."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.datafile import DataFile, Section, TextLine, check_with_lines, complaint, parse
from cubilete.core.errors import BadMaterial, MaterialPath
from cubilete.core.json_types import JsonObject

EXAMPLE = """\
# Sheets for a rainy day

cubilete twenty-one   # the game

[sheet A]
W Y R G B K
  Y R G B K W    # turned by one

[ sheet B ]
# nothing here yet
"""


def error_of(text: str) -> BadMaterial:
    with pytest.raises(BadMaterial) as caught:
        parse(text)
    return caught.value


# --- Reading ---


def test_a_file_is_its_game_and_its_sections_with_their_lines() -> None:
    assert parse(EXAMPLE) == DataFile(
        "twenty-one",
        [
            Section("sheet A", 5, [TextLine(6, "W Y R G B K"), TextLine(7, "Y R G B K W")]),
            Section("sheet B", 9, []),
        ],
        10,
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_ends_of_any_system_are_read(end: str) -> None:
    assert parse(EXAMPLE.replace("\n", end)) == parse(EXAMPLE)


def test_a_byte_order_mark_is_ignored() -> None:
    assert parse("\ufeff" + EXAMPLE) == parse(EXAMPLE)


@pytest.mark.parametrize("text", [EXAMPLE, EXAMPLE.rstrip("\n")])
def test_the_last_line_may_lack_its_end(text: str) -> None:
    assert parse(text).last_line == 10


def test_a_comment_begins_a_line_or_follows_a_blank() -> None:
    data = parse("cubilete x\n[a]\n#one\n  # two\nb#c d\te # f\ng\t#h # i\n")
    assert data.section("a").lines == [TextLine(5, "b#c d\te"), TextLine(6, "g")]


@pytest.mark.parametrize("odd", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_lines_are_those_of_an_editor(odd: str) -> None:
    """Characters that str.splitlines splits at neither end a comment nor count as a line."""
    data = parse(f"cubilete x\n# a{odd}comment\n[a]\none{odd}two\nthree\n")
    assert data.section("a").lines == [TextLine(4, f"one{odd}two"), TextLine(5, "three")]


# --- Complaints about the form ---


@pytest.mark.parametrize(
    ("text", "line"), [("", 1), ("\n\n", 2), ("# only a comment", 1), ("\ufeff", 1), (" \t\n#", 2)]
)
def test_an_empty_file_is_refused(text: str, line: int) -> None:
    error = error_of(text)
    assert (error.code, error.line) == ("empty-file", line)


@pytest.mark.parametrize(
    "first",
    ["[sheet A]", "twenty-one", "cubilete", "cubilete two words", "Cubilete x", "cubiletex"],
)
def test_the_first_line_names_the_game(first: str) -> None:
    error = error_of(f"# hello\n\n{first}\n[a]\n")
    assert (error.code, error.line) == ("no-game", 3)


def test_a_line_before_any_section_is_refused() -> None:
    error = error_of("cubilete x\n\nW Y R\n[a]\n")
    assert (error.code, error.line) == ("no-section", 3)


def test_a_section_twice_is_refused_where_it_comes_again() -> None:
    error = error_of("cubilete x\n[a]\n1\n[b]\n[ a ]\n")
    assert (error.code, error.line) == ("repeated-section", 5)
    assert "[a]" in str(error)


@pytest.mark.parametrize("line", ["[]", "[a", "a]", "[a] b", "[[a]]", "[a][b]"])
def test_what_is_no_heading_is_a_line_of_the_section(line: str) -> None:
    assert parse(f"cubilete x\n[s]\n{line}\n").sections == [Section("s", 2, [TextLine(3, line)])]


# --- Sections ---


def test_a_section_is_found_by_name() -> None:
    assert parse(EXAMPLE).section("sheet B").line == 9


def test_a_missing_section_is_complained_of_at_the_last_line() -> None:
    with pytest.raises(BadMaterial) as caught:
        parse(EXAMPLE).section("sheet C")
    assert (caught.value.code, caught.value.line) == ("missing-section", 10)
    assert str(caught.value) == "The section [sheet C] is missing."


def test_sections_that_nobody_knows_are_complained_of_at_their_line() -> None:
    data = parse(EXAMPLE)
    data.no_other_sections(lambda name: name.startswith("sheet "))
    with pytest.raises(BadMaterial) as caught:
        data.no_other_sections(lambda name: name == "sheet A")
    assert (caught.value.code, caught.value.line) == ("unknown-section", 9)
    assert "[sheet B]" in str(caught.value)


def test_a_complaint_has_a_line_and_neither_rule_nor_place() -> None:
    error = complaint(7, "odd", "{what} is odd.", what="this")
    assert (error.line, error.code, error.rule, error.place) == (7, "odd", "", ())
    assert str(error) == "this is odd."


# --- From material back to lines ---

LINES: dict[MaterialPath, int] = {("sheets",): 3, ("sheets", "A"): 5, ("sheets", "A", 2): 8}


def complain_at(*place: str | int) -> Callable[[JsonObject], None]:
    def check(material: JsonObject) -> None:
        raise BadMaterial("odd", "TO-1", place, "{count} is odd.", count=len(material))

    return check


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("sheets", "A", 2), 8),
        (("sheets", "A", 2, "colour", 0), 8),
        (("sheets", "A", 4), 5),
        (("sheets", "B", 4), 3),
        (("deck", 1), 40),
        ((), 40),
    ],
)
def test_a_complaint_gets_the_line_of_the_nearest_place(place: MaterialPath, line: int) -> None:
    with pytest.raises(BadMaterial) as caught:
        check_with_lines({"sheets": {}}, LINES, complain_at(*place), last_line=40)
    error = caught.value
    assert (error.line, error.place, error.rule) == (line, place, "TO-1")
    assert str(error) == "1 is odd. (TO-1)"


def test_the_whole_may_have_a_line_of_its_own() -> None:
    with pytest.raises(BadMaterial) as caught:
        check_with_lines({}, {**LINES, (): 1}, complain_at("deck"), last_line=40)
    assert caught.value.line == 1


def test_material_that_is_right_comes_back_as_it_is() -> None:
    material: JsonObject = {"sheets": {"A": [1, 2]}}
    assert check_with_lines(material, LINES, lambda _: None, last_line=40) is material


# --- Anything at all ---

PIECES = st.sampled_from(
    ["cubilete", "cubilete x", " ", "\n", "\r\n", "\r", "[a]", "[b]", "[", "]", "#", " # ", "1 2",
     "\ufeff", "\x0c", "\u2028", "\x00", "\ud800", "ñ"]
)  # fmt: skip
TEXTS = st.text() | st.lists(PIECES, max_size=20).map("".join)


def editor_lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@given(TEXTS | TEXTS.map(lambda text: "cubilete x\n" + text))
def test_any_text_is_taken_apart_or_refused_at_a_line_that_it_has(text: str) -> None:
    lines = editor_lines(text)
    try:
        data = parse(text)
    except BadMaterial as error:
        line, said = error.line, str(error)
        assert line is not None
        assert 1 <= line <= len(lines)
        assert said
    else:
        for section in data.sections:
            assert section.name in lines[section.line - 1]
            for each in section.lines:
                assert each.text
                assert each.text in lines[each.number - 1]
        numbers = [each.number for section in data.sections for each in section.lines]
        assert numbers == sorted(set(numbers))
        assert data.last_line <= len(lines)


NAMES = st.text("abc -", min_size=1).map(str.strip).filter(bool)
CONTENT = st.text("XYZ123 .,", min_size=1).map(str.strip).filter(bool)


@given(st.dictionaries(NAMES, st.lists(CONTENT), max_size=5))
def test_what_is_written_is_read(sections: dict[str, list[str]]) -> None:
    text = "cubilete game\n"
    for name, lines in sections.items():
        text += f"\n[{name}]  # a section\n" + "".join(f"  {line}\n\n" for line in lines)
    data = parse(text)
    read = {section.name: [line.text for line in section.lines] for section in data.sections}
    assert read == sections
