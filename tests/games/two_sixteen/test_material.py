"""The shipped deck, decks from files, and errors in decks (216-M1 to 216-M6)."""

import json
import re
from collections.abc import Callable
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete.core import datafile
from cubilete.core.errors import BadMaterial
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.resources import package_file
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.conditions import rolls_meeting
from cubilete.games.two_sixteen.material import fair_bonus, fair_score
from cubilete.games.two_sixteen.tables import KINDS
from effort import examples

from .oracle import rolls_that_meet
from .table import play

DECK = GAME.rules.default_material({})
DECK_TEXT = package_file(GAME.rules, "data/deck.txt") or ""


def objectives(deck: JsonObject) -> list[JsonObject]:
    cards = deck["objectives"]
    assert isinstance(cards, list)
    found: list[JsonObject] = []
    for card in cards:
        assert isinstance(card, dict)
        found.append(card)
    return found


def helps(deck: JsonObject) -> JsonObject:
    found = deck["helps"]
    assert isinstance(found, dict)
    return found


# --- The shipped deck ---


@pytest.mark.rule("216-M6")
def test_our_deck_has_seventy_objectives_no_two_of_which_any_roll_tells_apart() -> None:
    cards = objectives(DECK)
    assert len(cards) == 70
    assert len({str(card["id"]) for card in cards}) == 70
    assert len({rolls_meeting(str(card["when"])) for card in cards}) == 70
    families = [card["family"] for card in cards]
    assert {f: families.count(f) for f in families} == {
        "grey": 26,
        "orange": 22,
        "green": 7,
        "violet": 15,
    }


@pytest.mark.rule("216-M1")
@pytest.mark.rule("216-M6")
def test_scores_and_bonuses_of_our_deck_follow_the_formula() -> None:
    for card in objectives(DECK):
        rolls = rolls_that_meet(str(card["when"]))
        assert card["score"] == fair_score(rolls)
        assert card["bonus"] == fair_bonus(rolls)


@pytest.mark.rule("216-M1")
def test_every_line_of_our_deck_shows_its_exact_share_of_the_216_rolls() -> None:
    lines = [line for line in DECK_TEXT.splitlines() if line.count("|") == 4 and "name" not in line]
    assert len(lines) == 70
    for line in lines:
        when, share = (line.split("|")[place].strip() for place in (1, 4))
        assert share == f"{rolls_that_meet(when)}/216"


@pytest.mark.rule("216-M5")
@pytest.mark.rule("216-M6")
def test_our_deck_has_the_thirty_helps() -> None:
    assert helps(DECK) == {
        "shift1": 6,
        "shift2": 4,
        "opposite": 4,
        "reroll": 6,
        "reroll-all": 4,
        **{f"set{face}": 1 for face in range(1, 7)},
    }


def test_our_deck_can_be_changed_without_changing_it_for_others() -> None:
    objectives(GAME.rules.default_material({}))[0]["score"] = 999
    assert GAME.rules.default_material({}) == DECK


# --- Material that is refused ---

Change = Callable[[JsonObject], None]


def card_with(number: int, key: str, value: Json) -> Change:
    def change(deck: JsonObject) -> None:
        objectives(deck)[number][key] = value

    return change


def help_with(kind: str, count: Json) -> Change:
    def change(deck: JsonObject) -> None:
        helps(deck)[kind] = count

    return change


def card_without(key: str) -> Change:
    def change(deck: JsonObject) -> None:
        del objectives(deck)[3][key]

    return change


def cards_are(value: Json) -> Change:
    def change(deck: JsonObject) -> None:
        deck["objectives"] = value

    return change


def one_card_less(deck: JsonObject) -> None:
    cards = deck["objectives"]
    assert isinstance(cards, list)
    cards.pop()


def one_card_more(deck: JsonObject) -> None:
    cards = deck["objectives"]
    assert isinstance(cards, list)
    cards.append({"id": "N", "family": "grey", "when": "4 5 6", "score": 1, "bonus": 0})


def no_helps(deck: JsonObject) -> None:
    del deck["helps"]


@pytest.mark.rule("216-M6")
@pytest.mark.parametrize(
    ("change", "code", "rule"),
    [
        (one_card_less, "wrong-number", "216-M6"),
        (one_card_more, "wrong-number", "216-M6"),
        (no_helps, "missing", "216-M6"),
        (cards_are(None), "wrong-kind", "216-M6"),
        (cards_are([]), "wrong-number", "216-M6"),
        (cards_are([1]), "wrong-kind", "216-M1"),
        (card_with(3, "id", "G01"), "repeated-id", "216-M6"),
        (card_with(3, "id", ""), "bad-id", "216-M1"),
        (card_with(3, "id", "two words"), "bad-id", "216-M1"),
        (card_with(3, "id", "a\nb"), "bad-id", "216-M1"),
        (card_with(3, "id", "a\u200bb"), "bad-id", "216-M1"),
        (card_with(3, "id", "\ud800"), "bad-id", "216-M1"),
        (card_with(3, "id", 7), "wrong-kind", "216-M1"),
        (card_with(3, "when", "1 1 1"), "repeated-condition", "216-M6"),
        (card_with(3, "when", "5 3 1"), "unknown-condition", "216-M2"),
        (card_with(3, "when", "? ? ?"), "unknown-condition", "216-M2"),
        (card_with(3, "when", "sum = 9"), "wrong-family", "216-M2"),
        (card_with(3, "when", ["1"]), "wrong-kind", "216-M1"),
        (card_with(30, "when", "sum >= 3"), "no-challenge", "216-M2"),
        (card_with(30, "when", "sum = 19"), "no-challenge", "216-M2"),
        (card_with(30, "when", "two <= 1"), "no-challenge", "216-M2"),
        (card_with(69, "when", "no 1 2 3 4 5 6"), "no-challenge", "216-M2"),
        (card_with(3, "family", "orange"), "wrong-family", "216-M2"),
        (card_with(3, "family", "red"), "unknown-family", "216-M2"),
        (card_with(3, "score", 0), "too-small", "216-M1"),
        (card_with(3, "score", 10**30), "too-large", "216-M1"),
        (card_with(3, "score", 7.0), "wrong-kind", "216-M1"),
        (card_with(3, "score", True), "wrong-kind", "216-M1"),
        (card_with(3, "bonus", -1), "too-small", "216-M1"),
        (card_with(3, "bonus", "8"), "wrong-kind", "216-M1"),
        (card_with(3, "colour", "grey"), "unknown-key", "216-M1"),
        (card_without("bonus"), "missing", "216-M1"),
        (help_with("shift1", 7), "wrong-number", "216-M5"),
        (help_with("shift1", -1), "too-small", "216-M5"),
        (help_with("shift1", 2**70), "too-large", "216-M5"),
        (help_with("shift1", False), "wrong-kind", "216-M5"),
        (help_with("shift3", 0), "unknown-key", "216-M5"),
    ],
)
def test_a_wrong_deck_is_refused_with_its_rule(change: Change, code: str, rule: str) -> None:
    deck = deepcopy(DECK)
    change(deck)
    with pytest.raises(BadMaterial) as caught:
        GAME.setup(2, {}, deck)
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.rule("216-M2")
def test_two_conditions_that_the_same_rolls_meet_are_two_objectives() -> None:
    deck = deepcopy(DECK)
    objectives(deck)[30]["when"] = "two = 7"  # as “two opposite”, in another family
    GAME.setup(2, {}, deck)


@pytest.mark.rule("216-M5")
def test_all_helps_may_be_of_one_kind() -> None:
    deck = deepcopy(DECK)
    deck["helps"] = {"reroll": 30}
    state = GAME.new(1, {}, deck)
    play(state, "offer G01", "offer G02", "offer G03", "offer R04")
    for _ in range(3):
        play(state, "roll 2 2 4", "reroll 4", "roll 4", "pass")
        assert len(state.distribution()) == 1
        play(state, "help reroll")
        while len(state.draws()) == 1:
            state.apply(-1, max(state.distribution()))


def refusal(attempt: Callable[[], object]) -> BadMaterial | None:
    """The error of material, if any; no other exception is allowed."""
    try:
        attempt()
    except BadMaterial as error:
        return error
    return None


def mutations(deck: JsonObject) -> st.SearchStrategy[JsonObject]:
    """The shipped deck with one value replaced by any JSON value."""
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    anything = st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=5,
    )

    @st.composite
    def mutate(pick: st.DrawFn) -> JsonObject:
        changed = deepcopy(deck)
        kind = pick(st.sampled_from(["card", "key", "helps", "top"]))
        if kind == "card":
            cards = changed["objectives"]
            assert isinstance(cards, list)
            cards[pick(st.integers(0, 69))] = pick(anything)
        elif kind == "key":
            keys = st.sampled_from(["id", "family", "when", "score", "bonus", "more"])
            card = objectives(changed)[pick(st.integers(0, 69))]
            card[pick(keys)] = pick(anything)
        elif kind == "helps":
            helps(changed)[pick(st.sampled_from([*KINDS, "more"]))] = pick(anything)
        else:
            changed[pick(st.sampled_from(["objectives", "helps", "more"]))] = pick(anything)
        return changed

    return mutate()


@given(mutations(DECK))
@settings(max_examples=examples(150), deadline=None)
def test_changed_material_is_good_or_refused_as_material(deck: JsonObject) -> None:
    error = refusal(lambda: GAME.setup(2, {}, deck))
    if error is None:
        assert GAME.new(2, {}, deck).draws() == [2]
    else:
        assert error.rule.startswith("216-M")
        assert str(error)


# --- Deck files ---


def read(text: str) -> JsonObject:
    return GAME.rules.read_material(datafile.parse(text))


@pytest.mark.rule("216-M6")
def test_our_deck_is_read_from_its_file() -> None:
    assert read(DECK_TEXT) == DECK
    assert json.loads(json.dumps(DECK)) == DECK


@pytest.mark.rule("216-M6")
def test_the_share_may_be_left_out() -> None:
    assert read(re.sub(r"\| \d+/216", "", DECK_TEXT)) == DECK


@pytest.mark.rule("216-M6")
@pytest.mark.parametrize(
    ("old", "new", "code", "at"),
    [
        ("G02 | 3 3 3 ", "G02 | 3 3 4 ", "wrong-share", "G02"),
        ("| 17 |  7 | 1/216\nG02", "| 17 |  7 | 1\nG02", "bad-share", "G01"),
        ("| 17 |  7 | 1/216\nG02", "| 17 | seven\nG02", "bad-number", "G01"),
        ("| 17 |  7 | 1/216\nG02", "| 17\nG02", "bad-line", "G01"),
        ("| 17 |  7 | 1/216\nG02", "| 0 | 7\nG02", "too-small", "G01"),
        ("| 17 |  7 | 1/216\nG02", "| 999999999 | 7\nG02", "too-large", "G01"),
        ("G02 | 3 3 3 ", "G01 | 3 3 3 ", "repeated-id", "G01 | 3"),
        ("G02 | 3 3 3 ", "G02 | 1 1 1 ", "repeated-condition", "G02"),
        ("R01 | pair     ", "R01 | pairs    ", "unknown-condition", "R01"),
        (
            "O07 | sum >= 13      |  5 |  2 | 56/216",
            "O07 | sum >= 2 | 5 | 2",
            "no-challenge",
            "O07",
        ),
        ("R07 | straight  ", "R07 | no 1 4  ", "wrong-share", "R07"),
        ("R07 | straight       |  6 |  2 | 36/216", "R07 | no 1 4 | 6 | 2", "wrong-family", "R07"),
        ("shift1     6", "shift1     7", "wrong-number", "[helps]"),
        ("shift1     6", "shift9     6", "unknown-key", "shift9"),
        ("shift1     6", "shift1 six", "bad-line", "shift1"),
        ("shift2     4", "shift1     4", "repeated-help", "shift1     4"),
        ("[violet]", "[purple]", "unknown-section", "[purple]"),
        ("V15 | no 1 2 5 6     | 11 |  4 | 8/216", "", "wrong-number", "V14"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, code: str, at: str) -> None:
    assert DECK_TEXT.count(old) == 1
    text = DECK_TEXT.replace(old, new)
    with pytest.raises(BadMaterial) as caught:
        read(text)
    assert caught.value.code == code
    assert caught.value.line is not None
    assert text.splitlines()[caught.value.line - 1].startswith(at)


def test_a_deck_without_helps_is_refused() -> None:
    with pytest.raises(BadMaterial) as caught:
        read(DECK_TEXT.split("[helps]")[0])
    assert caught.value.code == "missing-section"
    assert caught.value.line is not None


@given(st.data())
@settings(max_examples=examples(150), deadline=None)
def test_a_deck_with_a_slip_of_the_pen_is_good_or_refused_with_a_line(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(DECK_TEXT)))
    size = data.draw(st.integers(0, 4))
    typed = data.draw(st.text(max_size=4) | st.sampled_from(["\n", "|", "?", "[", "# "]))
    error = refusal(lambda: read(DECK_TEXT[:start] + typed + DECK_TEXT[start + size :]))
    assert error is None or (error.line is not None and str(error))
