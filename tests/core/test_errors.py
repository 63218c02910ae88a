"""Errors: their sentences, codes and rules, and that they can be pickled."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.errors import (
    BadMaterial,
    BadOption,
    BadRecord,
    CubileteError,
    IllegalAction,
    ImpossibleOutcome,
    UnknownGame,
)
from cubilete.core.message import N_, Message

PLAIN = (CubileteError, IllegalAction, ImpossibleOutcome, BadOption)

VALUES = st.dictionaries(
    st.sampled_from(["seat", "text", "where", "card"]),
    st.integers() | st.text() | st.lists(st.integers()),
)


def examples() -> list[CubileteError]:
    """At least one error of every class, with all attributes set."""
    return [
        *[kind("full", "SD-2", "The category {name} is full.", name="ones") for kind in PLAIN],
        UnknownGame("seis", ["seis-dados"]),
        UnknownGame("chess", []),
        BadMaterial("missing", "DZ-1", ("rows", 3), "{key} is missing.", key="x"),
        BadMaterial("missing", "", (), "{key} is missing.", key="x").at_line(12),
        BadRecord("gap", "", 4, "Event {n} was expected.", n=3),
    ]


# --- Sentences ---


def test_marking_a_sentence_leaves_it_as_it_is() -> None:
    assert N_("It isn't {seat}'s turn.") == "It isn't {seat}'s turn."


def test_a_message_puts_its_values_in() -> None:
    assert str(Message("Seat {seat} of {seats}.", {"seat": 1, "seats": 3})) == "Seat 1 of 3."
    assert str(Message("Nothing to fill in.")) == "Nothing to fill in."


@given(st.text())
def test_braces_in_a_value_are_no_placeholders(text: str) -> None:
    assert str(Message("“{text}” is unknown.", {"text": text})) == f"“{text}” is unknown."
    assert str(IllegalAction("unreadable", "", "“{text}”.", text=text)) == f"“{text}”."


def test_messages_are_equal_by_what_they_say() -> None:
    assert Message("{a}", {"a": 1}) == Message("{a}", {"a": 1})
    assert Message("{a}", {"a": 1}) != Message("{a}", {"a": 2})


def test_the_sentence_can_be_said_in_another_language() -> None:
    error = IllegalAction("full", "SD-2", "The category {name} is full.", name="ones")
    spanish = Message("La casilla {name} está llena.", error.message.values)
    assert str(spanish) == "La casilla ones está llena."


# --- What an error carries ---


@pytest.mark.parametrize("kind", PLAIN)
def test_an_error_has_a_code_a_rule_and_a_sentence(kind: type[CubileteError]) -> None:
    error = kind("full", "SD-2", "The category {name} is full.", name="ones")
    assert (error.code, error.rule) == ("full", "SD-2")
    assert str(error.message) == "The category ones is full."
    assert str(error) == "The category ones is full. (SD-2)"


def test_without_a_rule_only_the_sentence_is_said() -> None:
    assert str(CubileteError("odd", "", "This is odd.")) == "This is odd."


@pytest.mark.parametrize("error", examples(), ids=lambda error: type(error).__name__)
def test_every_error_is_caught_by_the_common_base_and_as_a_value_error(
    error: CubileteError,
) -> None:
    assert isinstance(error, CubileteError)
    assert isinstance(error, ValueError)
    assert error.args == (str(error),)


def test_a_value_may_be_called_anything_that_a_sentence_needs() -> None:
    error = CubileteError("c", "", "{message} {line} {place}", message="m", line=3, place="p")
    assert str(error) == "m 3 p"


# --- The special ones ---


def test_an_unknown_game_names_those_that_come_near() -> None:
    error = UnknownGame("six-dice", ["seis-dados", "216"])
    assert error.closest == ["seis-dados", "216"]
    assert (error.code, error.rule) == ("unknown-game", "")
    assert str(error) == "There is no game “six-dice”. Did you mean seis-dados, 216?"


def test_where_no_game_comes_near_none_is_named() -> None:
    assert str(UnknownGame("chess", [])) == "There is no game “chess”."


def test_bad_material_says_where_and_gets_its_line_later() -> None:
    error = BadMaterial("missing", "DZ-1", ("rows", 3), "{key} is missing.", key="x")
    assert (error.place, error.line) == (("rows", 3), None)
    assert error.at_line(7) is error
    assert error.line == 7


def test_a_record_says_its_line() -> None:
    error = BadRecord("gap", "", 4, "Event {n} was expected.", n=3)
    assert (error.line, str(error)) == (4, "Event 3 was expected.")


@given(st.sampled_from(examples()), st.integers(1, 10**9))
def test_a_record_is_bad_for_the_same_reason_as_its_event(error: CubileteError, line: int) -> None:
    bad = BadRecord.because(error, line)
    assert (bad.code, bad.rule, bad.message, bad.line) == (
        error.code,
        error.rule,
        error.message,
        line,
    )
    assert str(bad) == str(error)


# --- Pickling ---


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("error", examples(), ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: CubileteError, protocol: int) -> None:
    there_and_back = pickle.loads(pickle.dumps(error, protocol))
    for twin in (there_and_back, copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert vars(twin) == vars(error)
        assert (str(twin), twin.args) == (str(error), error.args)


@given(st.text(), st.text(), VALUES)
def test_any_values_survive_pickling(code: str, rule: str, values: dict[str, object]) -> None:
    template = " ".join(f"{{{name}}}" for name in values)
    error = IllegalAction(code, rule, template, **values)
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), vars(twin)) == (str(error), vars(error))
