"""Sheets from files and records: reading, and errors with place or line (DZ-M2, DZ-M3)."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete.core.check import check_game
from cubilete.core.datafile import parse
from cubilete.core.errors import BadMaterial, BadOption
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.match import Match, replay
from cubilete.core.record import read_record
from cubilete.core.rng import Rng, seeded
from cubilete.games.dizzle import GAME
from effort import examples

from .dizzle_sheets import look, play, random_sheet, sheet, table

FILE = """cubilete dizzle

[sheet]
The garden

[grid]
1Gb X   2Zy
3B  4   5Fr   # the flag
6T  .   1Kr

[points]
gem b 1
puzzle y 8
bomb -2
pile -3
flag 10 6 3 1
frame 10

[rows]
1 5

[columns]
A 4

[frame]
A1 B1
A2 B2
"""


def read(text: str) -> JsonObject:
    return GAME.rules.read_material(parse(text))


@pytest.mark.rule("DZ-M3")
def test_a_file_becomes_the_material_of_records() -> None:
    assert read(FILE) == {
        "sheet": {
            "name": "The garden",
            "grid": ["1Gb X 2Zy", "3B 4 5Fr", "6T . 1Kr"],
            "points": {
                "gem": {"b": 1},
                "puzzle": {"y": 8},
                "bomb": -2,
                "pile": -3,
                "flag": [10, 6, 3, 1],
                "frame": 10,
            },
            "rows": {"1": 5},
            "columns": {"A": 4},
            "frame": ["A1", "B1", "A2", "B2"],
        }
    }
    check_game(GAME, games=1, material=read(FILE))


@pytest.mark.rule("DZ-M3")
@pytest.mark.parametrize(
    ("old", "new", "line", "code", "rule"),
    [
        ("3B  4   5Fr", "3B  7   5Fr", 8, "bad-token", "DZ-M3"),
        ("3B  4   5Fr", "3B  4K  5Fr", 8, "bad-token", "DZ-M3"),
        ("3B  4   5Fr", "3B  4Bb 5Fr", 8, "bad-token", "DZ-M3"),
        ("3B  4   5Fr", "3B  5Fr", 8, "uneven", "DZ-M3"),
        ("1Gb X   2Zy", "1Gb X   2Fr", 8, "second-flag", "DZ-E4"),
        ("1Gb X   2Zy", "1Gr X   2Zy", 11, "no-points", "DZ-E5"),
        ("puzzle y 8", "puzzle g 8", 11, "no-points", "DZ-E7"),
        ("bomb -2\n", "", 11, "no-points", "DZ-E2"),
        ("bomb -2", "bomb 2", 14, "too-large", "DZ-E2"),
        ("pile -3", "pile 0", 15, "too-large", "DZ-E9"),
        ("pile -3", "pile lots", 15, "wrong-kind", "DZ-E9"),
        ("gem b 1", "gem b", 12, "bad-line", ""),
        ("gem b 1", "gem blue 1", 12, "bad-colour", "DZ-E5"),
        ("gem b 1", "gem b 1\ngem b 2", 13, "twice", ""),
        ("gem b 1", "gem b -1", 12, "too-small", "DZ-E5"),
        ("gem b 1", "tree 4\ngem b 1", 12, "unknown-key", "DZ-M3"),
        ("10 6 3 1", "10 6 3", 16, "bad-flag", "DZ-E4"),
        ("10 6 3 1", "10 6 7 1", 16, "bad-flag", "DZ-E4"),
        ("10 6 3 1", "10 6 3 x", 16, "wrong-kind", "DZ-E4"),
        ("frame 10\n", "", 11, "no-points", "DZ-E8"),
        ("1 5\n", "4 5\n", 20, "no-such-row", "DZ-E6"),
        ("1 5\n", "one 5\n", 20, "no-such-row", "DZ-E6"),
        ("1 5\n", "1\n", 20, "wrong-kind", "DZ-E6"),
        ("A 4", "D 4", 23, "no-such-column", "DZ-E6"),
        ("A2 B2", "A2 B3", 25, "no-such-cell", "DZ-E8"),
        ("A2 B2", "A2 A2", 25, "bad-frame", "DZ-E8"),
        ("A2 B2", "A2 C3", 25, "bad-frame", "DZ-E8"),
        ("A2 B2", "A2", 25, "bad-frame", "DZ-E8"),
        ("[rows]", "[lines]", 19, "unknown-section", ""),
        ("[grid]", "[rows]", 19, "repeated-section", ""),
        ("[sheet]\nThe garden\n", "", 25, "missing-section", ""),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    old: str, new: str, line: int, code: str, rule: str
) -> None:
    assert FILE.count(old) >= 1
    with pytest.raises(BadMaterial) as caught:
        read(FILE.replace(old, new, 1))
    assert (caught.value.line, caught.value.code, caught.value.rule) == (line, code, rule)
    assert str(caught.value)


@pytest.mark.rule("DZ-M3")
@pytest.mark.parametrize(
    ("grid", "code"),
    [
        ([], "no-cells"),
        ([". ."], "no-cells"),
        ([" ".join(["1"] * 27)], "too-wide"),
        (["X 1", ""], "uneven"),
        (["x 1"], "bad-token"),
        (["X ١"], "bad-token"),
        (["X 1", 5], "wrong-kind"),
        ("X 1", "wrong-kind"),
        (None, "wrong-kind"),
    ],
)
def test_a_grid_that_makes_no_sheet_is_refused(grid: Json, code: str) -> None:
    with pytest.raises(BadMaterial) as caught:
        GAME.rules.check_material({"sheet": {"name": "", "grid": grid}})
    assert caught.value.code == code


@pytest.mark.rule("DZ-M3")
def test_what_a_sheet_does_not_have_may_be_left_out() -> None:
    GAME.rules.check_material({"sheet": {"name": "", "grid": ["X 1 2"]}})
    GAME.rules.check_material({"sheet": {"name": "", "grid": ["1Lr"], "points": {}}})


def places(value: Json) -> list[list[str | int]]:
    """The paths to all values inside a value."""
    found: list[list[str | int]] = [[]]
    if isinstance(value, dict):
        found += [[key, *rest] for key, part in value.items() for rest in places(part)]
    elif isinstance(value, list):
        found += [[index, *rest] for index, part in enumerate(value) for rest in places(part)]
    return found


STRANGE: list[Json] = [
    None,
    True,
    -1,
    0,
    3,
    10**30,
    1.5,
    "",
    "X",
    "5Kr",
    "A1",
    [],
    {},
    ["X"],
    {"b": 1},
]
ODD_LETTERS = "1X.7KLrB \x00é"


@pytest.mark.rule("DZ-M3")
@settings(max_examples=examples(250), deadline=None)
@given(st.integers(0, 10**6))
def test_mutated_material_is_refused_or_played(seed: int) -> None:
    rng = seeded("mutated", seed)
    material: Json = read(FILE) if seed % 2 else copy.deepcopy(random_sheet(rng))
    for _ in range(1 + rng.below(2)):
        material = mutate(material, rng)
    if not isinstance(material, dict):
        return
    error = complaint_about(material)
    if error is None:
        check_game(GAME, games=1, players=[1 + rng.below(4)], material=material)
    else:
        assert error.code
        assert str(error)


def complaint_about(material: JsonObject) -> BadMaterial | None:
    try:
        GAME.rules.check_material(material)
    except BadMaterial as error:
        return error
    return None


def mutate(material: Json, rng: Rng) -> Json:
    ways = places(material)
    way = ways[rng.below(len(ways))]
    if not way:
        return material
    holder = material
    for key in way[:-1]:
        holder = step_into(holder, key)
    last = way[-1]
    if isinstance(holder, dict) and isinstance(last, str):
        if rng.below(3) == 0:
            del holder[last]
        elif rng.below(4) == 0:
            holder[last + "x"] = holder[last]
        else:
            holder[last] = strange(holder[last], rng)
    elif isinstance(holder, list) and isinstance(last, int):
        holder[last] = strange(holder[last], rng)
    return material


def step_into(holder: Json, key: str | int) -> Json:
    if isinstance(holder, dict) and isinstance(key, str):
        return holder[key]
    assert isinstance(holder, list)
    assert isinstance(key, int)
    return holder[key]


def strange(value: Json, rng: Rng) -> Json:
    if isinstance(value, str) and value and rng.below(2):
        place = rng.below(len(value))
        return value[:place] + ODD_LETTERS[rng.below(len(ODD_LETTERS))] + value[place + 1 :]
    return copy.deepcopy(STRANGE[rng.below(len(STRANGE))])


@pytest.mark.rule("DZ-M2")
def test_all_play_on_their_own_copy_of_the_same_sheet() -> None:
    state = table(sheet("X 1 2 3"))
    play(state, "roll 1 1 2 3 6 6 6", "0 place B1", "1 place B1", "0 place C1")
    assert look(state).placed == (("B1", "C1"), ("B1",))
    assert look(state).crossed == (("A1",), ("A1",))


@pytest.mark.rule("DZ-M2")
def test_the_level_is_written_into_the_header() -> None:
    assert Match(GAME, ["Ana"]).header.options == {"level": 1}
    assert Match(GAME, ["Ana"], {"level": 3}).header.options == {"level": 3}
    assert Match(GAME, ["Ana"], None, sheet("X 1")).header.options == {}


@pytest.mark.rule("DZ-M2")
def test_a_record_keeps_its_material_beside_its_level() -> None:
    match = Match(GAME, ["Ana", "Luis"], {"level": 2}, sheet("X 1"))
    again = replay(read_record(match.record().to_text()))
    assert again.header == match.header
    assert json.dumps(again.setup.material) == json.dumps(sheet("X 1"))


@pytest.mark.rule("DZ-M2")
@pytest.mark.parametrize("level", [0, 5, True, "1", 2.0, None])
def test_there_are_four_levels(level: object) -> None:
    with pytest.raises(BadOption):
        GAME.new(2, {"level": level})


def test_default_material_is_a_fresh_copy() -> None:
    first = GAME.setup(2, {"level": 1}).material
    first.clear()
    assert GAME.setup(2, {"level": 1}).material


def test_a_large_sheet_is_played() -> None:
    rows = [
        " ".join("X" if (r, c) == (20, 12) else str((2 * r + c) % 6 + 1) for c in range(26))
        for r in range(24)
    ]
    check_game(GAME, games=1, players=[2], material=sheet(*rows))
