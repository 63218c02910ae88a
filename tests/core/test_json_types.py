"""Checking the types of JSON material; errors carry the rule and the place."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.errors import BadMaterial
from cubilete.core.json_types import Json, JsonObject, MaterialReader, is_whole, spell

JSON: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)
PLACES = st.lists(st.text() | st.integers(), max_size=4).map(tuple)

READER = MaterialReader("XX-1")
EVERY_KIND: list[Json] = [None, True, False, 0, 7, -1, 10**40, 1.0, 0.5, "", "7", [], [1], {}]


def complaint_of(reading: Callable[[], object]) -> BadMaterial | None:
    try:
        reading()
    except BadMaterial as error:
        return error
    return None


# --- Whole numbers ---


@pytest.mark.parametrize("value", [0, 1, -5, 10**40])
def test_integers_are_whole(value: object) -> None:
    assert is_whole(value)


@pytest.mark.parametrize("value", [True, False, 1.0, float("nan"), "1", None, [], {}])
def test_nothing_else_is_whole_not_even_true(value: object) -> None:
    assert not is_whole(value)


# --- Kinds ---


@pytest.mark.parametrize("value", EVERY_KIND, ids=repr)
def test_each_value_is_taken_by_its_own_kind_alone(value: Json) -> None:
    place = ("cards", 2)
    taken = {
        "object": complaint_of(lambda: READER.object(value, place)) is None,
        "list": complaint_of(lambda: READER.list(value, place)) is None,
        "text": complaint_of(lambda: READER.text(value, place)) is None,
        "whole": complaint_of(lambda: READER.whole(value, place)) is None,
    }
    assert taken == {
        "object": isinstance(value, dict),
        "list": isinstance(value, list),
        "text": isinstance(value, str),
        "whole": is_whole(value),
    }


def test_what_is_taken_is_returned_as_it_is() -> None:
    entry: JsonObject = {"a": 1}
    items: list[Json] = [1, "x"]
    assert READER.object(entry, ()) is entry
    assert READER.list(items, ()) is items
    assert READER.text("x", ()) == "x"
    assert READER.whole(3, ()) == 3


@pytest.mark.parametrize(
    ("reading", "wanted"),
    [
        (READER.object, "an object"),
        (READER.list, "a list"),
        (READER.text, "a text"),
        (READER.whole, "a whole number"),
    ],
)
def test_a_wrong_kind_is_named_with_rule_and_place(
    reading: Callable[[Json, tuple[str | int, ...]], object], wanted: str
) -> None:
    with pytest.raises(BadMaterial) as caught:
        reading(None, ("objectives", 3, "score"))
    error = caught.value
    assert (error.code, error.rule) == ("wrong-kind", "XX-1")
    assert error.place == ("objectives", 3, "score")
    assert error.line is None
    assert str(error) == f"objectives[3].score must be {wanted}. (XX-1)"


# --- Bounds ---


@given(st.integers(), st.none() | st.integers(), st.none() | st.integers())
def test_a_number_is_taken_exactly_within_its_bounds(
    value: int, least: int | None, most: int | None
) -> None:
    error = complaint_of(lambda: READER.whole(value, ("n",), least, most))
    if least is not None and value < least:
        assert error is not None
        assert error.code == "too-small"
        assert str(error) == f"n: {value} is less than {least}. (XX-1)"
    elif most is not None and value > most:
        assert error is not None
        assert error.code == "too-large"
        assert str(error) == f"n: {value} is more than {most}. (XX-1)"
    else:
        assert error is None


# --- Keys ---


def test_keys_that_are_needed_or_allowed_are_taken() -> None:
    READER.keys({"a": 1, "b": 2}, (), needed=("a",), optional=("b", "c"))
    READER.keys({}, (), needed=())


def test_a_missing_key_is_named_at_the_place_where_it_should_be() -> None:
    with pytest.raises(BadMaterial) as caught:
        READER.keys({"b": 2}, ("sheet",), needed=("a", "b"))
    assert (caught.value.code, caught.value.place) == ("missing", ("sheet",))
    assert str(caught.value) == "sheet: a is missing. (XX-1)"


def test_an_unknown_key_is_named_at_its_own_place() -> None:
    with pytest.raises(BadMaterial) as caught:
        READER.keys({"a": 1, "z": 2}, ("sheet",), needed=("a",))
    assert (caught.value.code, caught.value.place) == ("unknown-key", ("sheet", "z"))
    assert str(caught.value) == "sheet: unknown key z. (XX-1)"


@given(
    st.dictionaries(st.sampled_from("abcdef"), JSON),
    st.sets(st.sampled_from("abcdef")),
    st.sets(st.sampled_from("abcdef")),
)
def test_keys_are_taken_exactly_if_none_is_missing_or_unknown(
    value: JsonObject, needed: set[str], optional: set[str]
) -> None:
    error = complaint_of(lambda: READER.keys(value, (), tuple(needed), tuple(optional)))
    right = needed <= value.keys() <= needed | optional
    assert (error is None) == right


# --- Places ---


@pytest.mark.parametrize(
    ("place", "spelled"),
    [
        ((), "material"),
        (("sheet",), "sheet"),
        (("objectives", 3, "when"), "objectives[3].when"),
        (("grid", 0, 5), "grid[0][5]"),
        ((2, "a"), "[2].a"),
    ],
)
def test_a_place_is_spelled_as_people_write_it(place: tuple[str | int, ...], spelled: str) -> None:
    assert spell(place) == spelled


@given(JSON, PLACES)
def test_any_value_at_any_place_is_taken_or_complained_of(
    value: Json, place: tuple[str | int, ...]
) -> None:
    readings: list[Callable[[], object]] = [
        lambda: READER.object(value, place),
        lambda: READER.list(value, place),
        lambda: READER.text(value, place),
        lambda: READER.whole(value, place, least=0, most=9),
    ]
    for reading in readings:
        error = complaint_of(reading)
        if error is not None:
            assert error.place == place
            assert str(error).startswith(spell(place))
