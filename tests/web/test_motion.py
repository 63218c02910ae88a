"""What the script animates: a page names the latest outcomes, and marks what is new."""

import re

import pytest

from cubilete import find_game
from cubilete.core.record import Event
from cubilete.table import changes
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.html.perspective import Perspective, latest_outcomes
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer


def table_of(slug: str, players: int, real_dice: bool = False) -> Table:
    material = find_game(slug).setup(players, {}).material
    plan = Plan("t", slug, (PERSON,) * players, {}, material, "random", real_dice, "ab" * 32)
    table = Table(plan)
    for seat in range(players):
        table.apply(changes.sit(table, seat, f"P{seat}", f"owner-{seat}", f"{seat:016x}"))
    table.apply(changes.start(table))
    return table


def page_of(table: Table, seat: int | None) -> str:
    mine = () if seat is None else (seat,)
    return table_part(Viewer("en", "auto", "token"), Perspective(table, mine, seat)).whole


def latest_on_page(page: str) -> tuple[int, list[str]]:
    found = re.search(r'<main[^>]* data-outcome="(\d+)" data-outcomes="([^"]+)"', page)
    assert found
    return int(found[1]), found[2].split(",")


def test_latest_outcomes_are_those_that_came_together() -> None:
    events = [
        Event(1, "chance", "start 0"),
        Event(2, "chance", "roll 1 2 3"),
        Event(3, 0, "reroll 3"),
        Event(4, "chance", "roll 6"),
        Event(5, 0, "pass"),
    ]
    assert latest_outcomes(events[1::-1]) == events[:2]
    assert latest_outcomes(events[2::-1]) == events[:2]
    assert latest_outcomes(events[::-1]) == [events[3]]  # also after decisions without outcomes
    assert latest_outcomes([]) == []


def test_page_names_the_latest_outcomes() -> None:
    table = table_of("seis-dados", 2)
    seat = table.state.to_act[0]
    first = table.seen_by(None)[-1]
    assert latest_on_page(page_of(table, None)) == (2, [f"start {seat}", first.text])
    die = first.text.split()[1]
    table.apply(changes.move(table, seat, f"reroll {die}", table.last_event(seat), "k"))
    assert latest_on_page(page_of(table, seat)) == (4, [table.seen_by(None)[-1].text])


def test_page_names_no_outcomes_of_real_dice() -> None:
    table = table_of("seis-dados", 2, real_dice=True)
    table.apply(changes.type_outcome(table, 0, "start 1", 0, "k"))
    assert "data-outcomes" not in page_of(table, 0)


def test_page_of_pa_fuera_names_only_the_dice_of_its_own_seat() -> None:
    table = table_of("pa-fuera", 3)
    for seat in range(3):
        own = [event.text for event in table.seen_by(seat) if event.to is not None]
        assert len(own) == 1
        assert latest_on_page(page_of(table, seat))[1][-1] == own[0]
    assert "shake" not in page_of(table, None)


def test_cups_are_lifted_after_the_dice_were_shown() -> None:
    table = table_of("pa-fuera", 3)
    assert "cup lifted" not in page_of(table, 0)
    starter = table.state.to_act[0]
    table.apply(changes.move(table, starter, "call 3", table.last_event(starter), "c"))
    while table.seen_by(None)[-1].by != "table":
        seat = table.state.to_act[0]
        table.apply(changes.move(table, seat, "pass", table.last_event(seat), f"p{seat}"))
    assert page_of(table, 0).count("cup lifted") == 2


@pytest.mark.parametrize("seat", [0, None])
def test_only_new_cards_turn(seat: int | None) -> None:
    table = table_of("216", 2)
    assert page_of(table, seat).count("card turning") == 4
    active = table.state.to_act[0]
    reroll = next(text for text in table.state.legal_texts(active) if text.startswith("reroll"))
    table.apply(changes.move(table, active, reroll, table.last_event(active), "r"))
    assert "card turning" not in page_of(table, seat)
