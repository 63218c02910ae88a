"""The record of a table's game: kinds of seats, marks of bots' decisions, proof and seal."""

import json
from dataclasses import replace

import pytest

from cubilete import Record, find_game
from cubilete.core.fair import RECIPE_1, RECIPE_2, fingerprint_of, prove, seal_of
from cubilete.core.json_types import JsonObject
from cubilete.core.rng import seeded
from cubilete.table import changes
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, PERSON, Plan
from cubilete.table.proof import record_of
from cubilete.table.table import Table

SECRET = "ab" * 32


def opened(
    *seats: str, game: str = "seis-dados", real_dice: bool = False, clock: str = ""
) -> Table:
    return Table(
        new_plan(find_game(game), seats, table="t", secret=SECRET, real_dice=real_dice, clock=clock)
    )


def sit_and_start(table: Table) -> Table:
    for seat, place in enumerate(table.seats):
        if not place.taken:
            table.apply(changes.sit(table, seat, f"P{seat}", "opener", f"{seat:016x}"))
    table.apply(changes.start(table))
    return table


def fair_of(record: Record) -> JsonObject:
    promise = record.header.more["fair"]
    assert isinstance(promise, dict)
    return promise


def let_bot_decide(table: Table, key: str) -> int:
    """A bot decides for a seat to act; returns the number of the decision."""
    assert table.match is not None
    before = len(table.match.events)
    table.apply(changes.bot_move(table, table.state.to_act[0], seeded("proof", key), key))
    return before + 1


def test_new_table_has_the_second_recipe_and_a_stored_one_without_it_the_first() -> None:
    plan = opened("person", "bot").plan
    assert plan.recipe == RECIPE_2
    assert Plan.from_json(plan.to_json()).recipe == RECIPE_2
    stored = plan.to_json()
    del stored["recipe"]
    assert Plan.from_json(stored).recipe == RECIPE_1
    assert Plan.from_json(stored).to_json() == stored


def test_kinds_and_fair_follow_the_material_in_the_header() -> None:
    table = sit_and_start(opened("person", "local", "bot random"))
    header = json.loads(record_of(table).header.to_json())
    assert list(header)[-3:] == ["material", "kinds", "fair"]
    assert header["kinds"] == ["person", "person", "bot random"]
    assert list(header["fair"]) == [
        "recipe",
        "commitment",
        "table",
        "seeds",
        "fingerprints",
        "prepared",
        "made",
    ]


def test_bot_without_a_name_of_its_own_is_named_in_the_kinds() -> None:
    table = sit_and_start(opened("person", "bot", game="216"))
    assert record_of(table).header.more["kinds"] == ["person", "bot normal"]


def test_record_of_real_dice_has_kinds_and_no_promise() -> None:
    table = sit_and_start(opened("person", "bot random", real_dice=True))
    assert record_of(table).header.more == {"kinds": ["person", "bot random"]}


def test_record_of_the_first_recipe_has_neither_kinds_nor_marks_nor_seal() -> None:
    plan = replace(opened("person", "bot").plan, recipe=RECIPE_1)
    table = sit_and_start(Table(plan))
    table.apply(changes.stand_in(table, 0, playing=True))
    let_bot_decide(table, "a")
    table.apply(changes.abandon(table, 0))
    record = record_of(table)
    assert list(record.header.more) == ["fair"]
    assert not any("bot" in event.more for event in record.events)
    assert record.result is not None
    assert record.result.more == {"fair": {"secret": SECRET}}
    assert prove(record).seal == ""


def test_result_has_the_secret_and_the_seal_of_what_the_record_says() -> None:
    table = sit_and_start(opened("person", "bot random"))
    assert SECRET not in record_of(table).to_text()
    table.apply(changes.abandon(table, 0))
    record = record_of(table)
    assert record.result is not None
    seal = seal_of(record, "t", ("person", "bot random"))
    assert record.result.more == {"fair": {"secret": SECRET, "seal": seal}}
    proof = prove(record)
    assert (proof.seal, proof.given_up_after) == (seal, len(record.events))


def test_decision_of_a_bot_for_a_person_is_marked() -> None:
    table = sit_and_start(opened("person", "person"))
    seat = table.state.to_act[0]
    table.apply(changes.stand_in(table, seat, playing=True))
    decided = let_bot_decide(table, "a")
    table.apply(changes.stand_in(table, seat, playing=False))
    acting = table.state.to_act[0]
    text = table.state.legal_texts(acting)[0]
    table.apply(changes.move(table, acting, text, table.last_event(acting), "b"))
    marked = [event.n for event in record_of(table).events if event.more.get("bot") is True]
    assert marked == [decided]


def test_decision_that_a_person_makes_while_a_bot_stands_in_is_not_marked() -> None:
    table = sit_and_start(opened("person", "person"))
    seat = table.state.to_act[0]
    table.apply(changes.stand_in(table, seat, playing=True))
    text = table.state.legal_texts(seat)[0]
    table.apply(changes.move(table, seat, text, table.last_event(seat), "a"))
    assert not any("bot" in event.more for event in record_of(table).events)


def test_late_decision_is_marked_and_one_of_a_bot_in_its_own_seat_is_not() -> None:
    table = sit_and_start(opened("person", "bot random", clock="decision 30"))
    late = set()
    for number in range(12):
        assert table.match is not None
        if table.bots_to_act():
            let_bot_decide(table, str(number))
        else:
            late.add(len(table.match.events) + 1)
            table.apply(changes.late_move(table, 31.0, seeded("late", number), str(number)))
    record = record_of(table)
    assert {event.n for event in record.events if event.more.get("bot")} == late
    assert late
    assert any(event.by == 1 for event in record.events)


def test_decision_that_was_undone_is_not_marked() -> None:
    table = sit_and_start(opened("person", "person", game="twenty-one"))
    seat = table.state.to_act[0]
    stand = changes.move(table, seat, "stand", table.last_event(seat), "a")
    table.apply({**stand, "bot": True})
    table.apply(changes.undo(table, seat))
    table.apply(changes.move(table, seat, "stand", table.last_event(seat), "b"))
    assert not any("bot" in event.more for event in record_of(table).events)


def test_seat_that_gets_a_bot_before_the_start_is_a_bots_with_its_prepared_seed() -> None:
    """Kinds come from the seats when the game starts, not from the plan."""
    table = opened("person", "person")
    shown = table.prepared
    table.apply(changes.sit(table, 0, "Ana", "owner", "0" * 16))
    table.seats[1].kind, table.seats[1].name = BOT, "Bot 2"
    table.apply(changes.start(table))
    table.apply(changes.abandon(table, 0))
    record = record_of(table)
    assert record.header.more["kinds"] == ["person", "bot normal"]
    fair = fair_of(record)
    assert fair["made"] == [1]
    assert fair["prepared"] == list(shown)
    assert fingerprint_of(table.seats[1].seed) == shown[1]
    assert prove(record).outcomes > 0


def test_seat_that_changes_after_the_start_does_not_change_the_dice() -> None:
    table = sit_and_start(opened("person", "person"))
    before = table.fair_dice()
    table.seats[1].kind, table.seats[1].name = BOT, "Bot 2"
    let_bot_decide(table, "a")
    table.apply(changes.abandon(table, 0))
    assert table.fair_dice() == before
    assert record_of(table).header.more["kinds"] == [PERSON, PERSON]
    assert prove(record_of(table)).outcomes > 0


def test_prepared_fingerprints_do_not_depend_on_who_sits_down() -> None:
    first, second = opened("person", "person"), opened("bot", "person")
    sit_and_start(second)
    assert first.prepared == second.prepared
    assert len(set(first.prepared)) == 2
    assert opened("person", "bot", real_dice=True).prepared == ()


@pytest.mark.parametrize("own", ["", "1" * 16])
def test_seed_of_a_person_is_prepared_only_where_they_bring_none(own: str) -> None:
    table = opened("person", "bot")
    table.apply(changes.sit(table, 0, "Ana", "owner", own))
    assert (table.seats[0].fingerprint == table.prepared[0]) == (own == "")
