"""Clocks: time is charged to whoever must decide, and a bot takes only what is late."""

import json
from dataclasses import replace

import pytest

from cubilete import BadOption, find_game
from cubilete.core.rng import seeded
from cubilete.table.clock import CLOCKS, DECISION, GAME, GRACE, Clock, Terms, check_clock, terms_of
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Entry, Table, TooLate, load

from .test_table import plan_of


def test_time_for_a_decision_is_full_again_with_every_new_one() -> None:
    clock = Clock(Terms(DECISION, 30), 2)
    clock.turn({0: 4})
    clock.charge(12)
    clock.turn({0: 4})  # something happened that seat 0 does not know of
    assert clock.remaining(0, 3) == 15
    assert clock.remaining(1, 3) == 30
    clock.charge(5)
    clock.turn({0: 6})  # its own reroll
    assert clock.remaining(0, 0) == 30


def test_time_for_the_game_is_charged_only_to_those_who_must_decide() -> None:
    clock = Clock(Terms(GAME, 300), 3)
    clock.turn({0: 1, 1: 1})
    clock.charge(100)
    clock.turn({1: 1})
    clock.charge(50.5)
    clock.turn({2: 9})
    assert [clock.remaining(seat, 7) for seat in range(3)] == [200, 149.5, 293]


def test_game_time_that_is_used_up_leaves_a_little_for_each_decision() -> None:
    clock = Clock(Terms(GAME, 300), 2)
    clock.turn({0: 1})
    clock.charge(298)
    clock.turn({1: 2})
    assert clock.remaining(0, 5) == 2
    clock.turn({0: 3})
    assert clock.remaining(0, 0) == GRACE
    clock.charge(25)
    clock.turn({1: 4})
    assert clock.remaining(0, 0) == 0
    clock.turn({0: 5})
    assert clock.out(GRACE - 0.1) is None
    assert clock.out(GRACE) == 0


def test_first_to_be_out_of_time_is_the_one_with_the_least() -> None:
    clock = Clock(Terms(GAME, 300), 3)
    assert clock.next_out() is None
    clock.turn({0: 1})
    clock.charge(60)
    clock.turn({0: 2, 1: 2})
    assert clock.next_out() == (0, 240)
    assert clock.out(239) is None
    assert clock.out(241) == 0


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
    kept: list[str] = []
    for seat in range(players):
        keep(table, kept, table.sit(seat, f"P{seat}", f"owner-{seat}", f"{seat:016x}"))
    keep(table, kept, table.start())
    return table, kept


def keep(table: Table, kept: list[str], entry: Entry, spent: float | None = None) -> None:
    if spent is not None:
        entry["spent"] = spent
    kept.append(json.dumps(entry))
    table.apply(json.loads(kept[-1]))


def clock_of(table: Table) -> Clock:
    assert table.clock is not None
    return table.clock


def first_legal(table: Table) -> Entry:
    seat = table.state.to_act[0]
    return table.move(seat, table.state.legal_texts(seat)[-1], table.last_seen(seat), "k")


def test_clock_is_the_fold_of_the_entries() -> None:
    table, kept = started("seis-dados", 2, "game 300")
    for spent in (3.25, 40, 0.5, 7, 20, 12.125):
        keep(table, kept, first_legal(table), spent)
    again = load(table.plan, [json.loads(entry) for entry in kept])
    assert clock_of(again).left == clock_of(table).left
    assert clock_of(again).due == clock_of(table).due
    assert sum(clock_of(table).left) == 600 - 82.875


def test_talk_stops_no_clock() -> None:
    table, kept = started("seis-dados", 2, "decision 30")
    seat = table.state.to_act[0]
    due = dict(clock_of(table).due)
    keep(table, kept, table.say(1 - seat, "hurry up"))
    assert clock_of(table).due == due


def test_bot_takes_the_late_decision_and_no_other() -> None:
    table, kept = started("seis-dados", 2, "decision 30")
    seat = table.state.to_act[0]
    with pytest.raises(TooLate):
        table.late_move(29.9, seeded("late"), "k")
    keep(table, kept, table.late_move(30.1, seeded("late"), "k"), 30.1)
    assert table.match is not None
    assert any(event.by == seat for event in table.match.events)
    assert table.late == seat
    assert not table.may_undo(seat)
    assert table.bots_to_act() == []
    assert clock_of(table).remaining(table.state.to_act[0], 0) == 30
    keep(table, kept, first_legal(table), 2)
    assert table.late is None


def test_sealed_decisions_of_others_give_no_time() -> None:
    table, kept = started("twenty-one", 3, "decision 60")
    active = table.state.to_act[0]
    keep(table, kept, table.move(active, "stand", table.last_seen(active), "k"), 5)
    first, second, third = range(3)
    keep(table, kept, table.move(first, "cross", table.last_seen(first), "l"), 20)
    assert clock_of(table).remaining(second, 0) == 40
    assert clock_of(table).out(40.0) in (second, third)
    keep(table, kept, table.late_move(40.0, seeded("x"), "m"), 40)
    keep(table, kept, table.late_move(0.0, seeded("x"), "n"), 0)
    assert not table.view(None).writing  # type: ignore[attr-defined]


def test_time_that_was_used_is_not_given_back_by_taking_back() -> None:
    table, kept = started("twenty-one", 2, "game 300")
    active = table.state.to_act[0]
    keep(table, kept, table.move(active, "stand", table.last_seen(active), "k"), 50)
    keep(table, kept, table.undo(active), 10)
    assert clock_of(table).remaining(active, 0) == 240
    assert clock_of(table).due == {active: table.last_seen(active)}


def test_nobodys_clock_runs_while_real_dice_are_rolled() -> None:
    table, kept = started("seis-dados", 2, "decision 30", real_dice=True)
    assert clock_of(table).due == {}
    keep(table, kept, table.fall(0, "start 1", 0, "k"), 500)
    assert clock_of(table).due == {}
    keep(table, kept, table.fall(0, "roll 1 1 3 4 6 6", table.last_seen(0), "l"), 500)
    assert clock_of(table).due == {1: table.last_seen(1)}
    assert clock_of(table).remaining(1, 0) == 30


def test_bots_and_those_a_bot_plays_for_have_no_clock() -> None:
    table, kept = started("seis-dados", 2, "game 300")
    seat = table.state.to_act[0]
    keep(table, kept, table.stand_in(seat, playing=True), 30)
    assert clock_of(table).due == {}
    assert clock_of(table).remaining(seat, 100) == 270
    keep(table, kept, table.stand_in(seat, playing=False), 60)
    assert clock_of(table).due == {seat: table.last_seen(seat)}
    assert clock_of(table).remaining(seat, 0) == 270


def test_clock_stops_when_the_game_is_over() -> None:
    table, kept = started("seis-dados", 2, "game 300")
    keep(table, kept, table.abandon(0), 5)
    assert clock_of(table).due == {}
    assert clock_of(table).next_out() is None
