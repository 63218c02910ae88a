"""The strategies: legal, blind to what is sealed, and exact for their own turn."""

import os
import subprocess
import sys

import pytest

from cubilete import compiled
from cubilete.core.rng import Rng, seeded
from cubilete.core.strategy import Strategy
from cubilete.games.twenty_one import GAME
from cubilete.games.twenty_one.policy import strategy_for
from cubilete.games.twenty_one.policy.casual import CasualPlayer, OwnSheet
from cubilete.games.twenty_one.policy.outlook import FIRST, Outlook, block, read_outlook
from cubilete.games.twenty_one.policy.strategy import (
    Contender,
    TwentyOneStrategy,
    boxes_left,
    fastest_rival,
)
from cubilete.games.twenty_one.rules import REROLL, STAND, TwentyOne
from cubilete.games.twenty_one.view import Sheet

from .positions import decisions_of_a_game, random_position
from .table import rolled, view

BONUS = (0, 1, 3, 6, 10, 15, 21)
NAMES = ("strategy", "own sheet", "contender", "casual")
POSITIONS = 2000 if compiled() else 60


def make(name: str, players: int) -> Strategy:
    outlook = strategy_for(players).outlook
    if name == "strategy":
        return TwentyOneStrategy(outlook)
    if name == "own sheet":
        return OwnSheet(outlook)
    return Contender(outlook) if name == "contender" else CasualPlayer()


Writing = tuple[int, int, int]
NOTHING = (0, 0, 0)


class Row:
    """The current row of a seat as its view shows it, and the values of what it can become."""

    def __init__(self, state: TwentyOne, seat: int, outlook: Outlook) -> None:
        self.sheet: Sheet = view(state, seat).sheets[seat]
        self.colours = self.sheet.colours[self.sheet.row]
        boxes = self.sheet.boxes[self.sheet.row]
        self.free = [box for box in range(6) if boxes[box] == "."]
        self.exacts = self.sheet.exacts[self.sheet.row]
        rival = min(
            left(other) for number, other in enumerate(view(state).sheets) if number != seat
        )
        self.start = block(5 - self.sheet.row, rival)
        self.outlook = outlook
        free = sum(1 << 5 - box for box in self.free)
        self.places = {
            taken: self.start + FIRST[free - (taken or 1 << 5 - self.free[0])]
            for taken in range(64)
            if taken & ~free == 0
        }

    def value(self, points: int, taken: int, exacts: int) -> float:
        """Of a writing: the sum of its faces, the set of its boxes (bit p - 1 for the printed
        number p) and the number of exacts. One that takes no box crosses out the leftmost."""
        after = self.exacts + exacts
        bonus = BONUS[after] - BONUS[self.exacts]
        return points + bonus + self.outlook.ahead[self.places[taken] + after]

    def best(self, writings: list[Writing]) -> float:
        return max([self.value(*writing) for writing in writings])

    def written(self, text: str) -> Writing:
        found = NOTHING
        for die in text.split(" ")[1:]:
            found = with_die(found, self.colours.index(die[0]), int(die[1]))
        return found

    def dice(self, state: TwentyOne) -> dict[int, int]:
        shown = view(state).dice
        return {box: shown[self.colours[box]] for box in self.free}


def left(sheet: Sheet) -> int:
    return (4 - sheet.row) * 6 + sheet.boxes[sheet.row].count(".")


def with_die(writing: Writing, box: int, face: int) -> Writing:
    points, taken, exacts = writing
    return points + face, taken | 1 << 5 - box, exacts + (face == 6 - box)


def writings(dice: dict[int, int]) -> list[Writing]:
    """All that can be written of dice, given by box."""
    found = [NOTHING]
    for box, face in dice.items():
        if face <= 6 - box:
            found += [with_die(writing, box, face) for writing in found]
    return found


def after_reroll(row: Row, dice: list[tuple[int, int]], found: list[Writing]) -> float:
    """The average of the best writing over all faces of the dice that do not show 1; `found` are
    the writings of the dice that have their faces already."""
    if not dice:
        return row.best(found)
    (box, shown), *others = dice
    total = 0.0
    for face in [1] if shown == 1 else range(1, 7 - box):
        more = [with_die(writing, box, face) for writing in found]
        total += after_reroll(row, others, found + more)
    if shown == 1:
        return total
    too_high = box and after_reroll(row, others, found)
    return (total + box * too_high) / 6


def test_boxes_left_are_counted() -> None:
    for number in range(200):
        state = random_position(3, Rng(number), writing=True)
        sheets = view(state).sheets
        assert [boxes_left(state, seat) for seat in range(3)] == [left(sheet) for sheet in sheets]
        assert fastest_rival(state, 1) == min(left(sheets[0]), left(sheets[2]))


@pytest.mark.parametrize("players", GAME.about.players)
@pytest.mark.parametrize("name", NAMES)
def test_decisions_are_legal_and_draw_no_numbers(name: str, players: int) -> None:
    strategy = make(name, players)
    for state, seat in decisions_of_a_game(players, 1, strategy):
        before = state.fingerprint()
        code = strategy.choose(state, seat, Rng(1))
        assert state.is_legal(seat, code)
        assert strategy.choose(state, seat, Rng(2)) == code
        assert state.fingerprint() == before


@pytest.mark.parametrize("players", GAME.about.players)
def test_shortlist_begins_with_its_own_choice(players: int) -> None:
    strategy = strategy_for(players)
    for state, seat in decisions_of_a_game(players, 2, strategy):
        codes = strategy.shortlist(state, seat, 5)
        assert codes[0] == strategy.choose(state, seat, Rng(1))
        assert len(codes) == len(set(codes)) == min(5, len(state.legal(seat)))
        assert set(codes) <= set(state.legal(seat))
        assert sorted(strategy.shortlist(state, seat, 64)) == sorted(state.legal(seat))


@pytest.mark.rule("T1-6")
@pytest.mark.parametrize("name", NAMES)
def test_sealed_decisions_are_not_looked_at(name: str) -> None:
    rng = seeded("sealed", name)
    for _ in range(100 if compiled() else 10):
        state = random_position(3, rng, writing=True)
        strategy = make(name, 3)
        answers = set()
        for _ in range(4):
            other = state.copy()
            for seat in (0, 2):
                other.advance(seat, other.choose(seat, rng))
            answers.add((strategy.choose(other, 1, rng), tuple(strategy.shortlist(other, 1, 8))))
        assert len(answers) == 1


@pytest.mark.rule("T1-3")
def test_best_writing_is_the_one_that_enumeration_finds() -> None:
    for number in range(POSITIONS):
        players = 2 + number % 5
        state = random_position(players, seeded("write", number), writing=True)
        strategy = strategy_for(players)
        row = Row(state, 0, strategy.outlook)
        if row.sheet.row == 4:
            continue  # where it may have to avoid the end of the game
        chosen = state.text(0, strategy.choose(state, 0, Rng(1)))
        assert row.value(*row.written(chosen)) == row.best(writings(row.dice(state)))


@pytest.mark.rule("T1-2")
def test_standing_and_rolling_again_are_compared_exactly() -> None:
    answers = {STAND: 0, REROLL: 0}
    for number in range(POSITIONS):
        players = 2 + number % 5
        state = random_position(players, seeded("stand", number), writing=False)
        if state.writing:
            continue
        seat = state.active
        strategy = strategy_for(players)
        row = Row(state, seat, strategy.outlook)
        dice = row.dice(state)
        margin = row.best(writings(dice)) - after_reroll(row, list(dice.items()), [NOTHING])
        assert strategy.margin(state, seat) == pytest.approx(margin, abs=1e-9)
        answers[strategy.choose(state, seat, Rng(1))] += 1
        if abs(margin) > 1e-9:
            assert strategy.choose(state, seat, Rng(1)) == (STAND if margin > 0 else REROLL)
    assert min(answers.values()) > POSITIONS // 5


@pytest.mark.rule("T1-8")
def test_game_is_not_ended_with_fewer_points_than_another_seat_has() -> None:
    ended = avoided = 0
    for number in range(POSITIONS):
        state = random_position(2, seeded("end", number), writing=True)
        seat = 0 if state.row_of(0) == 4 else 1
        strategy = strategy_for(2)
        code = strategy.choose(state, seat, Rng(1))
        after = state.copy()
        after.advance(1 - seat, 0)
        after.advance(seat, code)
        if after.row_of(seat) == 5 and boxes_left(state, seat) > 1:
            ended += 1
            assert after.points(seat) >= state.points(1 - seat)
        elif state.row_of(seat) == 4:
            avoided += 1
    assert ended
    assert avoided


def test_estimated_shares_add_up_to_one_and_favour_the_points() -> None:
    for players in GAME.about.players:
        strategy = strategy_for(players)
        state = random_position(players, seeded("estimate", players), writing=True)
        shares = strategy.estimate(state)
        assert sum(shares) == pytest.approx(1)
        points = [strategy.final_points(state, seat) for seat in range(players)]
        assert shares.index(max(shares)) == points.index(max(points))


def test_values_are_shipped_for_every_number_of_players() -> None:
    for players in GAME.about.players:
        outlook = read_outlook(players)
        whole_game = outlook.gains[block(5, 30) + FIRST[63]]
        assert 70 < whole_game < 110
        assert abs(outlook.ahead[block(5, 30) + FIRST[63]]) < 40


def test_casual_player_stands_on_an_exact_and_a_near_miss() -> None:
    state = random_position(2, Rng(1), writing=False)
    for dice, answer in (
        ("W6 Y4 R1 G1 B1 K2", STAND),
        ("W6 Y3 R2 G1 B3 K2", REROLL),
        ("W5 Y4 R3 G2 B1 K2", REROLL),
    ):
        state = rolled(dice)
        state.writing = False
        assert CasualPlayer().choose(state, 0, Rng(1)) == answer


@pytest.mark.parametrize(
    ("dice", "answer"),
    [
        ("W6 Y4 R1 G1 B6 K2", "write W6 Y4"),
        ("W3 Y3 R2 G1 B3 K2", "write Y3"),
        ("W6 Y6 R6 G6 B6 K6", "write W6"),
    ],
)
def test_casual_player_writes_what_is_near(dice: str, answer: str) -> None:
    state = rolled(dice)
    assert state.text(0, CasualPlayer().choose(state, 0, Rng(1))) == answer


CHOICES = """
from cubilete.core.rng import Rng, seeded
from cubilete.core.strategy import play_out
from cubilete.games.twenty_one import GAME
from cubilete.games.twenty_one.policy.strategy import Contender
for players in (2, 5):
    setup = GAME.setup(players)
    for strategy in (GAME.policy.strategy(setup), GAME.policy.casual(setup)):
        state = GAME.rules.start(setup)
        decisions = play_out(state, strategy, seeded("same", players))
        print(decisions, state.fingerprint())
state = GAME.rules.start(GAME.setup(2))
print(play_out(state, Contender(GAME.policy.strategy(GAME.setup(2)).outlook), Rng(3)))
print(state.fingerprint())
"""


@pytest.mark.slow
def test_compiled_and_interpreted_strategies_choose_alike() -> None:
    said = set()
    for pure in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", CHOICES],
            env={**os.environ, "CUBILETE_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 1
