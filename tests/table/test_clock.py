"""Clocks: time is charged to the people who must decide, and a bot makes only late decisions."""

import json
from dataclasses import replace

import pytest

from cubilete import BadOption, find_game
from cubilete.core.rng import seeded
from cubilete.table import changes
from cubilete.table.clock import CLOCKS, DECISION, GAME, GRACE, Clock, Terms, check_clock, terms_of
from cubilete.table.entry import Entry
from cubilete.table.errors import TooLate
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table, load

from .test_table import plan_of


def test_time_for_a_decision_is_full_again_with_every_new_one() -> None:
    clock = Clock(Terms(DECISION, 30), 2)
    clock.set_due({0: 4})
    clock.charge(12)
    clock.set_due({0: 4})  # an event that seat 0 does not know
    assert clock.remaining(0, 3) == 15
    assert clock.remaining(1, 3) == 30
    clock.charge(5)
    clock.set_due({0: 6})  # its own reroll
    assert clock.remaining(0, 0) == 30


def test_time_for_the_game_is_charged_only_to_those_who_must_decide() -> None:
    clock = Clock(Terms(GAME, 300), 3)
    clock.set_due({0: 1, 1: 1})
    clock.charge(100)
    clock.set_due({1: 1})
    clock.charge(50.5)
    clock.set_due({2: 9})
    assert [clock.remaining(seat, 7) for seat in range(3)] == [200, 149.5, 293]


def test_grace_is_left_for_each_decision_when_the_game_time_is_used_up() -> None:
    clock = Clock(Terms(GAME, 300), 2)
    clock.set_due({0: 1})
    clock.charge(298)
    clock.set_due({1: 2})
    assert clock.remaining(0, 5) == 2
    clock.set_due({0: 3})
    assert clock.remaining(0, 0) == GRACE
    clock.charge(25)
    clock.set_due({1: 4})
    assert clock.remaining(0, 0) == 0
    clock.set_due({0: 5})
    assert clock.expired(GRACE - 0.1) is None
    assert clock.expired(GRACE) == 0


def test_seat_with_the_least_time_expires_first() -> None:
    clock = Clock(Terms(GAME, 300), 3)
    assert clock.next_expiry() is None
    clock.set_due({0: 1})
    clock.charge(60)
    clock.set_due({0: 2, 1: 2})
    assert clock.next_expiry() == (0, 240)
    assert clock.expired(239) is None
    assert clock.expired(241) == 0


def test_clocks_have_names_and_words() -> None:
    for name, terms in CLOCKS.items():
        assert terms_of(check_clock(name)) == terms
    assert [str(terms.words) for terms in CLOCKS.values()] == [
        "30 seconds a decision",
        "1 minute a decision",
        "3 minutes a decision",
        "5 minutes for the game",
        "10 minutes for the game",
        "20 minutes for the game",
    ]
    with pytest.raises(BadOption):
        check_clock("decision 1")


# --- At a table ---


def started(
    slug: str, players: int, clock: str, real_dice: bool = False
) -> tuple[Table, list[str]]:
    plan = replace(plan_of(find_game(slug), (PERSON,) * players, real_dice), clock=clock)
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    table = Table(plan)
    stored: list[str] = []
    for seat in range(players):
        store(table, stored, changes.sit(table, seat, f"P{seat}", f"owner-{seat}", f"{seat:016x}"))
    store(table, stored, changes.start(table))
    return table, stored


def store(table: Table, stored: list[str], entry: Entry, spent: float | None = None) -> None:
    if spent is not None:
        entry["spent"] = spent
    stored.append(json.dumps(entry))
    table.apply(json.loads(stored[-1]))


def clock_of(table: Table) -> Clock:
    assert table.clock is not None
    return table.clock


def first_legal(table: Table) -> Entry:
    seat = table.state.to_act[0]
    return changes.move(table, seat, table.state.legal_texts(seat)[-1], table.last_event(seat), "k")


def test_clock_is_the_fold_of_the_entries() -> None:
    table, stored = started("seis-dados", 2, "game 300")
    for spent in (3.25, 40, 0.5, 7, 20, 12.125):
        store(table, stored, first_legal(table), spent)
    again = load(table.plan, [json.loads(entry) for entry in stored])
    assert clock_of(again).left == clock_of(table).left
    assert clock_of(again).due == clock_of(table).due
    assert sum(clock_of(table).left) == 600 - 82.875


def test_chat_changes_no_clock() -> None:
    table, stored = started("seis-dados", 2, "decision 30")
    seat = table.state.to_act[0]
    due = dict(clock_of(table).due)
    store(table, stored, changes.chat(table, 1 - seat, "hurry up"))
    assert clock_of(table).due == due


def test_bot_makes_the_late_decision_and_no_other() -> None:
    table, stored = started("seis-dados", 2, "decision 30")
    seat = table.state.to_act[0]
    with pytest.raises(TooLate):
        changes.late_move(table, 29.9, seeded("late"), "k")
    store(table, stored, changes.late_move(table, 30.1, seeded("late"), "k"), 30.1)
    assert table.match is not None
    assert any(event.by == seat for event in table.match.events)
    assert table.late_seat == seat
    assert not table.may_undo(seat)
    assert table.bots_to_act() == []
    assert clock_of(table).remaining(table.state.to_act[0], 0) == 30
    store(table, stored, first_legal(table), 2)
    assert table.late_seat is None


def test_sealed_decisions_of_other_seats_give_no_time() -> None:
    table, stored = started("twenty-one", 3, "decision 60")
    active = table.state.to_act[0]
    store(table, stored, changes.move(table, active, "stand", table.last_event(active), "k"), 5)
    first, second, third = range(3)
    store(table, stored, changes.move(table, first, "cross", table.last_event(first), "l"), 20)
    assert clock_of(table).remaining(second, 0) == 40
    assert clock_of(table).expired(40.0) in (second, third)
    store(table, stored, changes.late_move(table, 40.0, seeded("x"), "m"), 40)
    store(table, stored, changes.late_move(table, 0.0, seeded("x"), "n"), 0)
    assert not table.view(None).writing  # type: ignore[attr-defined]


def test_undo_gives_no_time_back() -> None:
    table, stored = started("twenty-one", 2, "game 300")
    active = table.state.to_act[0]
    store(table, stored, changes.move(table, active, "stand", table.last_event(active), "k"), 50)
    store(table, stored, changes.undo(table, active), 10)
    assert clock_of(table).remaining(active, 0) == 240
    assert clock_of(table).due == {active: table.last_event(active)}


def test_nobodys_clock_runs_while_real_dice_are_rolled() -> None:
    table, stored = started("seis-dados", 2, "decision 30", real_dice=True)
    assert clock_of(table).due == {}
    store(table, stored, changes.type_outcome(table, 0, "start 1", 0, "k"), 500)
    assert clock_of(table).due == {}
    store(
        table,
        stored,
        changes.type_outcome(table, 0, "roll 1 1 3 4 6 6", table.last_event(0), "l"),
        500,
    )
    assert clock_of(table).due == {1: table.last_event(1)}
    assert clock_of(table).remaining(1, 0) == 30


def test_no_clock_runs_for_bots_and_people_whom_a_bot_replaces() -> None:
    table, stored = started("seis-dados", 2, "game 300")
    seat = table.state.to_act[0]
    store(table, stored, changes.stand_in(table, seat, playing=True), 30)
    assert clock_of(table).due == {}
    assert clock_of(table).remaining(seat, 100) == 270
    store(table, stored, changes.stand_in(table, seat, playing=False), 60)
    assert clock_of(table).due == {seat: table.last_event(seat)}
    assert clock_of(table).remaining(seat, 0) == 270


def test_clock_stops_when_the_game_is_over() -> None:
    table, stored = started("seis-dados", 2, "game 300")
    store(table, stored, changes.abandon(table, 0), 5)
    assert clock_of(table).due == {}
    assert clock_of(table).next_expiry() is None
