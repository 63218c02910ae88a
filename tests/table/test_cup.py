"""A table of the daily cup: the same dice for all, the secret hidden until the day is over."""

import random
from datetime import date

import pytest

from cubilete import BadRecord, read_record
from cubilete.core.fair import prove, verify
from cubilete.core.fair.claims import Compared, covers, limits
from cubilete.table import changes
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.kinds.cup import GAMES, game_of_cup, plan_of_cup
from cubilete.table.plan import Plan
from cubilete.table.proof import record_of
from cubilete.table.seating import gathering
from cubilete.table.table import Table

DAY, NEXT = date(2026, 11, 17), date(2026, 11, 18)
SECRET = "5e" * 32


def begun(name: str, slug: str = "dizzle", seed: str = "") -> Table:
    table = Table(plan_of_cup(game_of_cup(slug), DAY, f"table-of-{name}", SECRET))
    table.apply(changes.sit(table, 0, name, f"owner-of-{name}", seed))
    table.apply(changes.start(table))
    return table


def decide(table: Table, text: str) -> None:
    table.apply(changes.move(table, 0, text, table.last_event(0), f"k{table.revision}"))


def play(table: Table, seed: int) -> Table:
    """Random decisions to the end."""
    rng = random.Random(seed)
    while not table.over:
        decide(table, rng.choice(table.state.legal_texts(0)))
    return table


def outcomes(table: Table) -> list[str]:
    assert table.match is not None
    return [event.text for event in table.match.events if event.by == "chance"]


@pytest.mark.parametrize("slug", GAMES)
def test_same_decisions_get_the_same_dice_whatever_name_seed_and_table(slug: str) -> None:
    ana, luis = begun("Ana", slug), begun("Luis", slug, seed="ab" * 16)
    assert ana.plan.table != luis.plan.table
    play(ana, 1)
    play(luis, 1)
    assert outcomes(ana) == outcomes(luis)


def test_throw_of_a_number_does_not_depend_on_the_decisions_before_it() -> None:
    ana, luis = begun("Ana"), begun("Luis")
    dice = ana.fair_dice(), luis.fair_dice()
    assert dice[0].number(event=7, outcome=3) == dice[1].number(event=9, outcome=3) == 3
    assert dice[0].draw(3, [6] * 8) == dice[1].draw(3, [6] * 8)
    assert dice[0].draw(3, [6] * 8)[:5] == dice[1].draw(3, [6] * 5)  # fewer dice: the first ones


def test_another_day_or_game_has_other_dice() -> None:
    names = {
        plan_of_cup(game_of_cup(slug), day, "t", SECRET).dice_name
        for slug in GAMES
        for day in (DAY, NEXT)
    }
    assert len(names) == 4


@pytest.mark.parametrize("slug", GAMES)
def test_secret_stays_hidden_after_the_game_until_the_day_is_over(slug: str) -> None:
    table = play(begun("Ana", slug), 2)
    for today in (None, DAY):
        text = record_of(table, today).to_text()
        assert SECRET not in text
        assert '"drawn"' not in text
        with pytest.raises(BadRecord) as refused:
            prove(record_of(table, today))
        assert refused.value.code == "no-secret"
    record = record_of(table, NEXT)
    assert SECRET in record.to_text()
    assert verify(record) == len(outcomes(table))


def test_proof_does_not_claim_that_names_are_bound() -> None:
    proof = prove(record_of(play(begun("Ana"), 3), NEXT))
    assert "seats" not in [claim.code for claim in covers(proof, Compared())]
    assert {"shared-dice", "own-seeds"} <= {claim.code for claim in limits(proof, Compared())}


def test_record_with_another_throw_is_refused() -> None:
    text = record_of(play(begun("Ana"), 3), NEXT).to_text()
    changed = text.replace('"recipe":"cubilete-fair/3"', '"recipe":"cubilete-fair/2"', 1)
    assert changed != text
    with pytest.raises(BadRecord):
        prove(read_record(changed))


def test_nothing_is_undone_and_no_bot_takes_over() -> None:
    table = begun("Ana")
    decide(table, table.state.legal_texts(0)[0])
    assert not table.may_undo(0)
    with pytest.raises(TooLate) as undone:
        changes.undo(table, 0)
    assert undone.value.code == "no-undo"
    with pytest.raises(NotYours) as played:
        changes.stand_in(table, 0, playing=True)
    with pytest.raises(NotYours) as left:
        gathering.leave(table, 0)
    assert played.value.code == left.value.code == "cup-alone"


def test_hints_are_refused() -> None:
    table = begun("Ana", "216")
    with pytest.raises(NotYours) as refused:
        changes.check_hint(table, 0)
    assert refused.value.code == "no-hints"
    with pytest.raises(NotYours):
        changes.agree_on_hints(table, 0, agrees=True)


def test_plan_is_stored_with_its_day() -> None:
    plan = Plan.from_json(begun("Ana").plan.to_json())
    assert plan.cup == "2026-11-17"
    assert plan.dice_name == begun("Luis").plan.dice_name
