"""Clocks: time is charged to the people who must decide, and a bot makes only late decisions."""

import json
import math
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete import BadOption, find_game
from cubilete.core.rng import seeded
from cubilete.table import changes
from cubilete.table.clock import (
    CLOCKS,
    DECISION,
    GAME,
    GRACE,
    Clock,
    Terms,
    check_clock,
    clock_face,
    terms_of,
)
from cubilete.table.entry import Entry, whole_number
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
        "30 seconds per decision",
        "1 minute per decision",
        "3 minutes per decision",
        "5 minutes each for the whole game",
        "10 minutes each for the whole game",
        "20 minutes each for the whole game",
        "12 hours per decision",
        "1 day per decision",
        "3 days per decision",
        "7 days per decision",
    ]
    assert [terms.over_days for terms in CLOCKS.values()] == [False] * 6 + [True] * 4
    with pytest.raises(BadOption):
        check_clock("decision 1")


@pytest.mark.parametrize(
    ("seconds", "face"),
    [
        *((0, "0:00"), (9, "0:09"), (600, "10:00"), (3599, "59:59"), (3600, "1 h 0 min")),
        *((86399, "23 h 59 min"), (86400, "1 d 0 h"), (7 * 86400 - 1, "6 d 23 h")),
    ],
)
def test_clock_shows_days_and_hours_where_there_are_many(seconds: int, face: str) -> None:
    assert clock_face(seconds) == face


def test_only_a_clock_over_days_follows_the_calendar() -> None:
    for terms, since in ((Terms(DECISION, 86400), 1000), (Terms(DECISION, 60), None)):
        clock = Clock(terms, 2)
        clock.note(1000)
        clock.note(None)
        assert clock.since == since


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


# --- Undo gives no time back ---


def test_decision_that_is_undone_has_the_time_that_was_left_for_it() -> None:
    table, stored = started("twenty-one", 2, "decision 60")
    active = table.state.to_act[0]
    for spent in (20, 15):
        store(table, stored, changes.move(table, active, "stand", table.last_event(active), "k"), 5)
        store(table, stored, changes.undo(table, active), spent)
    assert clock_of(table).remaining(active, 0) == 60 - 5 - 20 - 5 - 15
    again = load(table.plan, [json.loads(entry) for entry in stored])
    assert clock_of(again).left == clock_of(table).left


def test_undo_of_another_seat_renews_the_decision_that_follows() -> None:
    clock = Clock(Terms(DECISION, 30), 2)
    clock.set_due({0: 4})
    clock.set_due({1: 5})
    clock.charge(20)
    clock.set_due({0: 4})
    clock.undo(0, 5)
    assert clock.remaining(0, 0) == 30
    clock.set_due({1: 5})
    assert clock.remaining(1, 0) == 30


def test_undo_of_another_seat_renews_nothing_else() -> None:
    """Two players must not give each other time: one lets a bot play for a moment, and the other
    one takes something back meanwhile."""
    clock = Clock(Terms(DECISION, 30), 2)
    clock.set_due({0: 4, 1: 4})
    clock.charge(25)
    clock.set_due({0: 5})
    clock.set_due({0: 4})
    clock.undo(0, 5)
    clock.set_due({0: 4, 1: 4})
    assert clock.remaining(1, 0) == 5


def test_undo_gives_no_grace() -> None:
    clock = Clock(Terms(GAME, 300), 1)
    clock.set_due({0: 4})
    clock.charge(297)
    clock.set_due({0: 5})
    assert clock.remaining(0, 0) == GRACE
    clock.charge(1)
    clock.set_due({0: 4})
    assert clock.remaining(0, 0) == 2


def test_bot_that_plays_for_a_moment_gives_no_time() -> None:
    table, stored = started("seis-dados", 2, "decision 30")
    seat = table.state.to_act[0]
    store(table, stored, changes.stand_in(table, seat, playing=True), 20)
    store(table, stored, changes.stand_in(table, seat, playing=False), 1)
    assert clock_of(table).remaining(seat, 0) == 10


def test_bot_between_a_decision_and_its_undo_gives_no_time() -> None:
    table, stored = started("twenty-one", 2, "decision 60")
    active = table.state.to_act[0]
    store(table, stored, changes.move(table, active, "stand", table.last_event(active), "k"), 50)
    store(table, stored, changes.stand_in(table, active, playing=True), 0)
    store(table, stored, changes.stand_in(table, active, playing=False), 0)
    store(table, stored, changes.undo(table, active), 0)
    assert clock_of(table).remaining(active, 0) == 10


steps = st.lists(
    st.tuples(st.sampled_from(["move", "undo", "undo", "away", "back"]), st.floats(0, 9)),
    max_size=40,
)


@given(st.sampled_from(["twenty-one", "dizzle", "pa-fuera"]), steps, st.randoms())
def test_total_time_of_a_game_never_grows(
    slug: str, sequence: list[tuple[str, float]], chance: random.Random
) -> None:
    table, stored = started(slug, 3, "game 1200")
    clock = clock_of(table)
    for kind, spent in sequence:
        entry = random_entry(table, kind, chance)
        if entry is not None:
            before = list(clock.left)
            store(table, stored, entry, spent)
            assert all(now <= then for now, then in zip(clock.left, before, strict=True))
    assert clock_of(load(table.plan, map(json.loads, stored))).left == clock.left


@given(st.sampled_from(["twenty-one", "dizzle", "pa-fuera"]), steps, st.randoms())
def test_decision_and_its_undo_do_not_renew_the_time_for_it(
    slug: str, sequence: list[tuple[str, float]], chance: random.Random
) -> None:
    table, stored = started(slug, 3, "decision 180")
    clock = clock_of(table)
    left_at_decision: dict[int, float] = {}
    for kind, spent in sequence:
        entry = random_entry(table, kind, chance)
        if entry is None:
            continue
        seat = whole_number(entry["seat"])
        asked, before = seat in clock.due, clock.left[seat]
        charged = spent if asked else 0.0
        store(table, stored, entry, spent)
        if entry["kind"] == "move":
            # What a bot decides for the person has cost them no time.
            left_at_decision[seat] = before - charged if asked else math.inf
        elif entry["kind"] == "undo" and seat in clock.due:
            assert clock.left[seat] <= left_at_decision[seat] - charged + 1e-9
        elif entry["kind"] == "stand-in" and seat in clock.due:
            assert clock.left[seat] <= 180


def random_entry(table: Table, kind: str, chance: random.Random) -> Entry | None:
    """A legal entry of this kind; None if there is none now."""
    if not table.playing:
        return None
    if kind == "undo":
        seat = table.undoable_seat
        return None if seat is None else changes.undo(table, seat)
    if kind in ("away", "back"):
        replaced = [seat for seat in range(3) if table.seats[seat].stand_in == (kind == "back")]
        if not replaced:
            return None
        return changes.stand_in(table, chance.choice(replaced), playing=kind == "away")
    seat = chance.choice(table.state.to_act)
    text = chance.choice(table.state.legal_texts(seat))
    return changes.move(table, seat, text, table.last_event(seat), f"{table.revision}")
