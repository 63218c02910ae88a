"""The four shipped sheets (DZ-M3), and the contract of all games."""

from collections import Counter

import pytest

from cubilete.core.check import check_game
from cubilete.core.errors import CubileteError
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, SEATS, State
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.material import read_plan
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.tables import COLUMNS, Plan, beside
from cubilete.language import say

LEVELS = (1, 2, 3, 4)


def plan_of(level: int) -> Plan:
    return read_plan(GAME.setup(1, {"level": level}).material)


def neighbours(plan: Plan, cell: int) -> list[int]:
    return [other for other in beside(cell) if other in set(plan.cells())]


@pytest.mark.rule("DZ-M3")
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_has_55_to_80_cells_and_two_or_three_start_crosses(level: int) -> None:
    plan = plan_of(level)
    assert 55 <= len(plan.cells()) <= 80
    assert 2 <= sum(plan.token(cell) == "X" for cell in plan.cells()) <= 3
    assert len(plan.grid[0]) <= 8


@pytest.mark.rule("DZ-M3")
def test_each_level_has_the_symbols_that_it_brings() -> None:
    one, two, three, four = (plan_of(level) for level in LEVELS)
    assert all(one.having(symbol) for symbol in ("G", "Z", "B", "F"))
    assert not any(one.having(symbol) for symbol in ("K", "L", "R", "P", "T"))
    assert one.rows
    assert one.columns
    assert len(two.colours("K")) == 2
    assert two.colours("K") == two.colours("L")
    assert len(two.colours("Z")) == 2
    assert all(three.having(symbol) for symbol in ("R", "P", "T"))
    assert len(four.colours("F")) == 2
    assert len(four.frame) == 4
    assert four.frame_points == 10
    assert all(four.having(symbol) for symbol in ("G", "Z", "B", "K", "L", "R", "P", "T"))


@pytest.mark.rule("DZ-M3")
@pytest.mark.parametrize("level", LEVELS)
def test_the_faces_next_to_a_cell_are_all_different(level: int) -> None:
    plan = plan_of(level)
    for cell in plan.cells():
        around = [plan.token(other)[0] for other in neighbours(plan, cell)]
        faces = [face for face in [*around, plan.token(cell)[0]] if face != "X"]
        assert len(set(faces)) == len(faces)


@pytest.mark.rule("DZ-M3")
@pytest.mark.parametrize("level", LEVELS)
def test_no_face_is_much_rarer_than_another(level: int) -> None:
    plan = plan_of(level)
    counts = Counter(plan.token(cell)[0] for cell in plan.cells() if plan.token(cell) != "X")
    assert len(counts) == 6
    assert max(counts.values()) - min(counts.values()) <= 1


def reached(plan: Plan, from_planets: bool) -> set[int]:
    found = {cell for cell in plan.cells() if plan.token(cell) == "X"}
    if from_planets:
        found |= set(plan.having("P"))
    while True:
        more = {other for cell in found for other in neighbours(plan, cell)} - found
        if not more:
            return found
        found |= more


@pytest.mark.rule("DZ-M3")
@pytest.mark.parametrize("level", LEVELS)
def test_every_cell_can_be_reached(level: int) -> None:
    plan = plan_of(level)
    assert reached(plan, from_planets=True) == set(plan.cells())
    far = set(plan.cells()) - reached(plan, from_planets=False)
    assert bool(far) == (level == 4)


@pytest.mark.rule("DZ-M3")
@pytest.mark.parametrize("level", LEVELS)
def test_every_lock_has_a_key_outside_of_what_it_locks(level: int) -> None:
    plan = plan_of(level)
    assert set(plan.colours("L")) <= set(plan.colours("K"))
    walls = set(plan.having("L"))
    found = {cell for cell in plan.cells() if plan.token(cell) == "X"}
    while True:
        more = {n for cell in found for n in neighbours(plan, cell)} - found - walls
        if not more:
            break
        found |= more
    assert set(plan.having("K")) <= found


@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_named_and_drawn(level: int) -> None:
    plan = plan_of(level)
    state = GAME.new(2, {"level": level})
    shown = GAME.words.show(GAME.rules.view(state, 0), lambda text: say(text, "es"))
    assert plan.name in shown
    for cell in plan.cells():
        assert plan.token(cell) == "X" or plan.token(cell) in shown
    assert cell // COLUMNS + 1 == len(plan.grid)


@pytest.mark.parametrize("level", LEVELS)
def test_the_game_keeps_to_its_contract(level: int) -> None:
    # Each number of players on two levels.
    check_game(GAME, games=1, players=[level, 5 - level], options={"level": level}, seed=level)


# --- Any text and code ---

TEXTS = (
    "place A1", "place A0", "place A01", "place a1", "place Z9", "place A999999999", "place",
    "place A¹", "place A١", "place A1 ", " place A1", "place A1\n", "place A1\x00", "return B2",
    "planet C3", "reroll", "quit", "reroll 1", "roll", "roll 1", "roll 0", "roll 7",
    "roll 1 2 3 4 5 6 6", "roll 6 5 4 3 2 1 1", "roll 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "roll " + "1 " * 500, "steal 1 2", "steal 2 1", "steal 1", "start 0", "start 3", "start 00",
    "start -1", "start ٠", "", " ", "\ud800", "place " + "A" * 9999, "place A" + "9" * 9999,
)  # fmt: skip
CODES = (-(2**63), -1, 0, 1, 25, 26, 2**24, 2**36 - 1, 2**36, 2**37, 3 * 2**36, 3 * 2**36 + 1,
         3 * 2**36 + 2, 2**40, 2**62, 2**63 - 1)  # fmt: skip


def positions(players: int) -> list[State]:
    """Positions in all steps, from a few random games."""
    found: dict[int, State] = {}
    for number in range(12):
        rng = seeded("positions", players, number)
        state = GAME.new(players, {"level": 3 + number % 2})
        while not state.over:
            assert isinstance(state, Dizzle)
            found.setdefault(state.step, state.copy())
            if state.turn() == CHANCE:
                state.advance(CHANCE, state.sample(rng))
            else:
                (seat,) = state.to_act
                state.advance(seat, state.choose(seat, rng))
        found.setdefault(-1, state)
    return list(found.values())


def refusal_of(state: State, by: int, text: str) -> str | None:
    """The message of the error for a text; None if it is legal."""
    try:
        state.copy().play(by, text)
    except CubileteError as error:
        return str(error)
    return None


@pytest.mark.parametrize("players", [1, 3])
def test_any_text_and_code_is_refused_with_a_sentence(players: int) -> None:
    for state in positions(players):
        before = state.fingerprint()
        for by in (CHANCE, *range(players)):
            for text in TEXTS:
                assert refusal_of(state, by, text) != ""
            for code in CODES:
                if by == CHANCE:
                    state.is_possible(code)
                    continue
                allowed = state.is_legal(by, code)
                assert allowed == (code in state.legal(by))
        assert state.fingerprint() == before


@pytest.mark.parametrize("players", [1, 3])
def test_every_readable_action_is_legal_or_refused_with_a_rule(players: int) -> None:
    cells = [f"{letter}{row}" for letter in "ABCDEFGHI" for row in range(1, 12)]
    actions = [f"{word} {cell}" for word in ("place", "return", "planet") for cell in cells]
    for state in positions(players):
        if state.turn() != SEATS:
            continue
        (seat,) = state.to_act
        legal = []
        for text in ("quit", "reroll", *actions):
            code = state.read(seat, text)
            if state.is_legal(seat, code):
                legal.append(text)
            else:
                assert state.refusal(seat, code).rule.startswith("DZ-")
        assert sorted(legal) == state.legal_texts(seat)
