"""Options and setups: which ones a game accepts, and the error for every other."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.datafile import parse
from cubilete.core.errors import BadMaterial, BadOption
from cubilete.core.game import About, Game
from cubilete.core.json_types import JsonObject, is_whole
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option, Options, OptionValue, Rules, Setup
from cubilete.core.state import State
from cubilete.core.view import View

FLAG = Option("flag", bool, "A flag", "XX-1", default=False)
NUMBER = Option("number", int, "A number", "XX-2", least=1, most=4)
FREE_NUMBER = Option("free", int, "A number without bounds", "XX-3")
NAMES = Option("names", list, "Some names", "XX-4", default=["a"], choices=("a", "b", "c"))

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from("abc"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


class PretendRules(Rules[State, View]):
    """Rules with options and material; their games are set up but never played."""

    players_rule = "XX-0"
    options = (FLAG, NUMBER, FREE_NUMBER, NAMES)

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        if options.get("flag") and players == 4:
            raise BadOption("not-together", "XX-5", N_("Four players have no flag."))
        return options if own_material else {**options, "number": options.get("number", 3)}

    def start(self, setup: Setup) -> State:
        raise NotImplementedError

    def view(self, state: State, seat: int | None) -> View:
        raise NotImplementedError

    def default_material(self, options: Options) -> JsonObject:
        number = options["number"]
        assert isinstance(number, int)
        return {"cards": number}

    def check_material(self, material: JsonObject) -> None:
        if "cards" not in material:
            raise BadMaterial("missing", "XX-6", (), N_("There are no cards."))


class PlainRules(Rules[State, View]):
    """Rules without options and without material."""

    def start(self, setup: Setup) -> State:
        raise NotImplementedError

    def view(self, state: State, seat: int | None) -> View:
        raise NotImplementedError


GAME = Game(About("pretend", "Pretend", range(2, 5), 1), PretendRules())
PLAIN = Game(About("plain", "Plain", range(1, 2), 1), PlainRules())


def refusal(call: Callable[[], object]) -> BadOption:
    with pytest.raises(BadOption) as caught:
        call()
    return caught.value


# --- One option ---


@pytest.mark.parametrize("value", [True, False])
def test_a_flag_is_true_or_false(value: bool) -> None:
    assert FLAG.check(value) is value


@pytest.mark.parametrize("value", [0, 1, "true", "", None, [], [True], 1.0])
def test_nothing_else_is_a_flag(value: object) -> None:
    error = refusal(lambda: FLAG.check(value))
    assert (error.code, error.rule) == ("bad-option", "XX-1")
    assert str(error) == "flag must be true or false. (XX-1)"


@pytest.mark.parametrize("value", [1, 2, 4])
def test_a_number_within_its_bounds_is_taken(value: int) -> None:
    assert NUMBER.check(value) == value


@pytest.mark.parametrize("value", [True, False, 2.0, "2", None, [2], float("nan"), {}])
def test_a_number_is_whole(value: object) -> None:
    error = refusal(lambda: NUMBER.check(value))
    assert str(error) == "number must be a whole number. (XX-2)"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0, "number must be at least 1. (XX-2)"),
        (-(10**40), "number must be at least 1. (XX-2)"),
        (5, "number must be at most 4. (XX-2)"),
        (10**40, "number must be at most 4. (XX-2)"),
    ],
)
def test_a_number_beyond_its_bounds_is_refused(value: int, sentence: str) -> None:
    error = refusal(lambda: NUMBER.check(value))
    assert (error.code, str(error)) == ("bad-option", sentence)


@given(st.integers())
def test_a_number_without_bounds_can_be_any(value: int) -> None:
    assert FREE_NUMBER.check(value) == value


@pytest.mark.parametrize("value", [["a"], ["c", "a"], ["a", "b", "c"]])
def test_names_are_taken_in_the_order_given(value: list[str]) -> None:
    assert NAMES.check(value) == value


def test_the_list_that_was_given_can_change_afterwards() -> None:
    given_list = ["a", "b"]
    checked = NAMES.check(given_list)
    given_list.append("nonsense")
    assert checked == ["a", "b"]


@pytest.mark.parametrize("value", [[], (), "a", ("a",), {"a"}, {"a": 1}, None, True, 1])
def test_names_are_a_list_with_something_in_it(value: object) -> None:
    error = refusal(lambda: NAMES.check(value))
    assert str(error) == "names needs at least one name. (XX-4)"


@pytest.mark.parametrize("name", ["d", "A", "", "a ", 1, None, ["a"], {}, True, "{option}"])
def test_a_name_that_is_none_of_the_choices_is_refused(name: object) -> None:
    error = refusal(lambda: NAMES.check(["a", name]))
    assert str(error) == f"names: {name} is not one of the choices. (XX-4)"


def test_a_name_twice_is_refused() -> None:
    error = refusal(lambda: NAMES.check(["a", "b", "a"]))
    assert str(error) == "names: a appears twice. (XX-4)"


@given(st.sampled_from([FLAG, NUMBER, FREE_NUMBER, NAMES]), ANYTHING)
def test_any_value_is_taken_as_it_is_or_refused_by_the_rule_of_its_option(
    option: Option, value: object
) -> None:
    try:
        checked = option.check(value)
    except BadOption as error:
        refused: BadOption | None = error
    else:
        refused = None
        assert checked == value
        assert type(checked) is type(value)
        assert type(checked) is option.kind
    if refused is not None:
        assert (refused.code, refused.rule) == ("bad-option", option.rule)
        assert option.name in str(refused)


# --- The number of players ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_set_up_for_as_many_as_can_play(players: int) -> None:
    assert GAME.setup(players).players == players


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 10**30])
def test_too_few_or_too_many_players_are_refused(players: int) -> None:
    error = refusal(lambda: GAME.setup(players))
    assert (error.code, error.rule) == ("bad-players", "XX-0")
    assert str(error) == "Pretend is for 2 to 4 players. (XX-0)"


def test_true_is_no_number_of_players() -> None:
    assert refusal(lambda: PLAIN.setup(True)).code == "bad-players"


# --- All the options ---


def test_options_are_checked_each_by_its_own_rule() -> None:
    setup = GAME.setup(2, {"flag": True, "number": 4, "free": -9, "names": ["b"]})
    assert setup.options == {"flag": True, "number": 4, "free": -9, "names": ["b"]}
    assert refusal(lambda: GAME.setup(2, {"flag": True, "number": 9})).rule == "XX-2"
    assert refusal(lambda: GAME.setup(2, {"flag": None})).rule == "XX-1"


@pytest.mark.parametrize("name", ["Flag", "", "flags", "{game}"])
def test_an_unknown_option_is_refused_whatever_its_value(name: str) -> None:
    error = refusal(lambda: GAME.setup(2, {name: None}))
    assert (error.code, error.rule) == ("unknown-option", "")
    assert str(error) == f"Pretend has no option {name}."


def test_a_game_without_options_knows_none() -> None:
    assert refusal(lambda: PLAIN.setup(1, {"flag": True})).code == "unknown-option"
    assert PLAIN.setup(1, {}).options == {}


def test_options_that_do_not_go_together_are_refused() -> None:
    assert GAME.setup(3, {"flag": True}).options["flag"] is True
    error = refusal(lambda: GAME.setup(4, {"flag": True}))
    assert (error.code, error.rule) == ("not-together", "XX-5")


def test_a_game_may_add_options_that_the_record_must_name() -> None:
    assert GAME.setup(2).options == {"number": 3}
    assert GAME.setup(2, material={"cards": 1}).options == {}


def test_defaults_are_agreed_but_not_recorded() -> None:
    setup = GAME.setup(2)
    assert setup.agreed == {"flag": False, "number": 3, "names": ["a"]}
    assert setup.options == {"number": 3}


def test_options_that_were_said_take_precedence_over_defaults() -> None:
    setup = GAME.setup(2, {"flag": True, "free": 7, "names": ["c"]})
    assert setup.agreed == {"flag": True, "number": 3, "free": 7, "names": ["c"]}
    assert setup.options == setup.agreed


def test_an_option_without_default_has_no_agreed_value() -> None:
    assert "free" not in GAME.setup(2).agreed
    assert PLAIN.setup(1).agreed == {}


def test_the_options_that_were_given_stay_as_they_are() -> None:
    options: dict[str, object] = {"flag": False}
    GAME.setup(2, options)
    assert options == {"flag": False}


@given(
    st.integers(-1, 6),
    st.dictionaries(
        st.sampled_from(["flag", "number", "free", "names", "other"]), ANYTHING, max_size=3
    ),
)
def test_any_setup_is_right_or_refused(players: int, options: dict[str, object]) -> None:
    known = {option.name: option for option in GAME.rules.options}
    right = (
        players in (2, 3, 4)
        and options.keys() <= known.keys()
        and (options.get("flag", False) is False or (options["flag"] is True and players < 4))
        and (
            "number" not in options
            or (is_whole(options["number"]) and options["number"] in (1, 2, 3, 4))
        )
        and is_whole(options.get("free", 0))
        and is_choice(options.get("names", ["a"]))
    )
    try:
        setup = GAME.setup(players, options)
    except BadOption:
        assert not right
    else:
        assert right
        assert setup.options == {"number": 3} | options


def is_choice(value: object) -> bool:
    if not isinstance(value, list) or not value:
        return False
    texts = [item for item in value if isinstance(item, str) and item in ("a", "b", "c")]
    return len(texts) == len(value) == len(set(texts))


# --- Material ---


def test_our_own_material_is_taken_where_none_is_given() -> None:
    assert GAME.setup(2).material == {"cards": 3}
    assert GAME.setup(2, {"number": 1}).material == {"cards": 1}
    assert PLAIN.setup(1).material == {}


def test_material_that_is_given_is_checked() -> None:
    assert GAME.setup(2, material={"cards": 0}).material == {"cards": 0}
    with pytest.raises(BadMaterial) as caught:
        GAME.setup(2, material={})
    assert caught.value.rule == "XX-6"


def test_a_game_without_material_takes_none() -> None:
    assert PLAIN.setup(1, material={}).material == {}
    with pytest.raises(BadMaterial) as caught:
        PLAIN.setup(1, material={"cards": 1})
    assert caught.value.code == "no-material"
    with pytest.raises(BadMaterial) as caught:
        PLAIN.rules.read_material(parse("cubilete plain\n[a]\n1\n"))
    assert (caught.value.code, caught.value.line) == ("no-material", 1)
    assert str(caught.value) == "This game needs no deck, sheet or level."
