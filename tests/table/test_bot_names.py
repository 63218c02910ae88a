"""What bots are called: characters with a face, different at a table, fixed by the plan."""

from dataclasses import replace

import pytest

from cubilete import find_game
from cubilete.table import changes
from cubilete.table.errors import NotYours
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, LOCAL, PERSON, Plan
from cubilete.table.seating import gathering
from cubilete.table.seating.admission import invitation_of
from cubilete.table.seating.bots import BOT_NAMES, FACES, face_of, name_of_face, new_bot_names
from cubilete.table.table import Table


def plan_with(
    *seats: str, people: tuple[str, ...] = (), guests: dict[int, str] | None = None
) -> Plan:
    return new_plan(
        find_game("pa-fuera"),
        seats,
        table="mesa",
        secret="ab" * 32,
        people=people,
        meant_for=guests,
    )


def names_of(plan: Plan) -> list[str]:
    return Table(plan).names()


def test_bots_of_a_new_table_have_the_first_names_in_their_order() -> None:
    plan = plan_with(PERSON, BOT, BOT)
    assert names_of(plan) == ["", "Lola", "Faro"]
    assert names_of(Plan.from_json(plan.to_json())) == ["", "Lola", "Faro"]


def test_bot_is_chosen_by_its_face() -> None:
    plan = plan_with(PERSON, "bot expert iris", "bot novice", "bot normal roco")
    assert names_of(plan) == ["", "Iris", "Lola", "Roco"]
    assert [plan.bot_of(seat) for seat in (1, 2, 3)] == ["expert", "novice", "normal"]


def test_face_that_is_chosen_twice_sits_once() -> None:
    assert names_of(plan_with(PERSON, "bot normal nube", "bot normal nube")) == ["", "Nube", "Lola"]


@pytest.mark.parametrize("person", ["Lola", "lola", "L0la", "Ｌｏｌａ"])
def test_bot_has_no_name_that_looks_like_that_of_a_person(person: str) -> None:
    assert names_of(plan_with(PERSON, BOT, LOCAL, people=(person,)))[1] == "Faro"
    assert names_of(plan_with(PERSON, PERSON, "bot normal lola", guests={1: person}))[2] == "Faro"


def test_bots_beyond_the_eight_are_numbered() -> None:
    names = new_bot_names(10, ["Ana", "Bot 2"])
    assert names == [*BOT_NAMES, "Bot 3", "Bot 4"]


def test_bots_that_fill_seats_have_names_that_nobody_has() -> None:
    table = Table(plan_with(PERSON, "bot normal faro", PERSON, PERSON, guests={2: "Chispa"}))
    table.apply(changes.sit(table, 0, "Ana", "Ana", ""))
    table.apply(gathering.fill(table, "Ana", [3], ""))
    assert table.names() == ["Ana", "Faro", "", "Lola"]
    table.apply(gathering.fill(table, "Ana", [], ""))
    assert table.names() == ["Ana", "Faro", "Abuela", "Lola"]


def test_bots_of_earlier_plans_keep_their_names() -> None:
    plan = replace(plan_with(PERSON, BOT, BOT), bot_names=())
    assert "bot_names" not in plan.to_json()
    assert names_of(Plan.from_json(plan.to_json())) == ["", "Bot 2", "Bot 3"]
    assert face_of("Bot 2") == "bot"


def test_every_name_has_a_face_and_every_face_a_name() -> None:
    assert [name_of_face(face) for face in FACES.values()] == list(BOT_NAMES)
    assert name_of_face("nobody") == ""


def test_seat_that_is_meant_for_somebody_needs_its_link() -> None:
    table = Table(plan_with(PERSON, PERSON, BOT, guests={1: "Luis"}))
    table.apply(changes.sit(table, 0, "Ana", "Ana", ""))
    assert table.seats[1].reserved is not None
    with pytest.raises(NotYours) as caught:
        changes.sit(table, 1, "Eva", "Eva", "")
    assert caught.value.code == "seat-reserved"
    table.apply(changes.sit(table, 1, "Luis", "Luis", "", invitation_of(table, 1)))
    assert table.names() == ["Ana", "Luis", "Lola"]
