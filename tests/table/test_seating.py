"""Who may sit where, what the opener decides before the start, and leaving."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from cubilete import BadOption, CubileteError, find_game
from cubilete.core.fair import verify
from cubilete.core.rng import seeded
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.errors import Closed, NotYours, TooLate
from cubilete.table.plan import BOT, LOCAL, PERSON, Plan, Reservation
from cubilete.table.proof import record_of
from cubilete.table.seating import gathering
from cubilete.table.seating.admission import invitation_of
from cubilete.table.table import Table, load

from .test_table import plan_of, started, step

SEED = "cd" * 8


class Gathering:
    """A table that waits for people; Ana has opened it."""

    def __init__(self, *kinds: str, plan: Plan | None = None) -> None:
        self.table = Table(plan or plan_of(find_game("dizzle"), kinds or (PERSON,) * 3))
        self.stored: list[str] = []
        if plan is None:
            self.sit(0, "Ana")

    def apply(self, entry: Entry) -> None:
        self.stored.append(json.dumps(entry))
        self.table.apply(json.loads(self.stored[-1]))

    def sit(self, seat: int, owner: str, invitation: str = "") -> None:
        self.apply(changes.sit(self.table, seat, owner, owner, SEED, invitation))

    def refused(self, seat: int, owner: str, invitation: str = "") -> str:
        """The code of the refusal."""
        with pytest.raises(CubileteError) as caught:
            changes.sit(self.table, seat, "New", owner, SEED, invitation)
        return caught.value.code

    def loaded(self) -> Table:
        return load(self.table.plan, map(json.loads, self.stored))


# --- Taking a seat ---


def test_stranger_takes_one_seat_and_the_opener_any() -> None:
    there = Gathering(*(PERSON,) * 4)
    there.sit(1, "Luis")
    assert there.refused(2, "Luis") == "one-seat"
    there.sit(2, "Eva")
    there.apply(changes.sit(there.table, 3, "Leo", "Ana", ""))
    assert there.table.seats_of("Ana") == [0, 3]


def test_seat_on_the_openers_device_is_for_nobody_else() -> None:
    there = Gathering(PERSON, LOCAL, PERSON)
    assert there.refused(1, "Luis") == "seat-local"
    there.apply(changes.sit(there.table, 1, "Leo", "Ana", ""))


def test_table_of_invited_people_seats_nobody_else() -> None:
    plan = replace(plan_of(find_game("dizzle"), (PERSON,) * 3), invited_only=True)
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    there = Gathering(plan=plan)
    there.sit(0, "Ana")
    codes = [invitation_of(there.table, seat) for seat in range(3)]
    assert len(set(codes)) == 3
    for wrong in ("", "ñ", codes[2], codes[1][:-1]):
        assert there.refused(1, "Luis", wrong) == "invitation-needed"
    there.sit(1, "Luis", codes[1])
    assert there.refused(1, "Eva", codes[1]) == "seat-taken"


def test_invited_browser_may_take_a_second_seat() -> None:
    there = Gathering(*(PERSON,) * 4)
    there.sit(1, "Luis")
    code = invitation_of(there.table, 2)
    there.apply(changes.sit(there.table, 2, "Eva", "Luis", SEED, code))
    assert there.table.seats_of("Luis") == [1, 2]


# --- What the opener decides ---


def test_removed_person_can_not_come_back_and_the_seat_has_its_made_seed() -> None:
    there = Gathering()
    made, code = there.table.seats[1].seed, invitation_of(there.table, 1)
    there.sit(1, "Luis", code)
    assert there.table.seats[1].own_seed
    there.apply(gathering.remove(there.table, "Ana", 1))
    seat = there.table.seats[1]
    assert (seat.taken, seat.name, seat.seed, seat.own_seed) == (False, "", made, False)
    for again in ("", code):
        assert there.refused(1, "Luis", again) == "removed"
        assert there.refused(2, "Luis", again) == "removed"
    # Without cookies a removed person is a stranger: from now on all need an invitation.
    assert there.refused(1, "Luis in a private window", code) == "invitation-needed"
    there.sit(1, "Luis", invitation_of(there.table, 1))
    assert there.loaded().names() == ["Ana", "Luis", ""]


def test_bots_fill_free_seats_and_bring_the_made_seeds() -> None:
    there = Gathering()
    made = [seat.seed for seat in there.table.seats]
    there.sit(1, "Luis")
    there.apply(gathering.fill(there.table, "Ana", [2], "random"))
    seat = there.table.seats[2]
    assert (seat.kind, seat.name, seat.bot, seat.seed) == (BOT, "Lola", "random", made[2])
    assert there.table.fair_dice().made == (2,)
    there.apply(gathering.remove(there.table, "Ana", 2))
    assert not there.table.seats[2].taken
    there.apply(gathering.fill(there.table, "Ana", [], "greedy"))
    there.apply(changes.start(there.table))
    assert there.loaded().state.fingerprint() == there.table.state.fingerprint()
    rng = seeded("filled")
    while there.table.playing:
        bots = there.table.bots_to_act()
        if bots:
            there.apply(changes.bot_move(there.table, bots[0], rng, f"{there.table.revision}"))
        else:
            there.stored.append(step(there.table, rng))
    assert verify(record_of(there.table)) > 0


def test_seat_that_is_taken_can_not_be_filled() -> None:
    there = Gathering()
    there.sit(1, "Luis")
    for seats in ([0], [1, 2]):
        with pytest.raises(NotYours):
            gathering.fill(there.table, "Ana", seats, "")
    with pytest.raises(NotYours):
        gathering.fill(there.table, "Ana", [7], "")
    with pytest.raises(BadOption):
        gathering.fill(there.table, "Ana", [2], "mighty")
    assert gathering.fill(there.table, "Ana", [], "")["seats"] == [2]


def test_only_the_opener_decides_and_only_before_the_start() -> None:
    there = Gathering(PERSON, PERSON)
    for owner in ("Luis", ""):
        for attempt in decisions(there.table, owner):
            with pytest.raises(NotYours):
                attempt()
    with pytest.raises(TooLate):
        gathering.remove(there.table, "Ana", 1)  # nobody sits there
    with pytest.raises(BadOption):
        gathering.remove(there.table, "Ana", 0)  # herself
    there.sit(1, "Luis")
    there.apply(changes.start(there.table))
    for attempt in decisions(there.table, "Ana"):
        with pytest.raises(TooLate):
            attempt()


def decisions(table: Table, owner: str) -> list[Callable[[], Entry]]:
    """What only the opener may decide."""
    return [
        lambda: gathering.remove(table, owner, 1),
        lambda: gathering.fill(table, owner, [], ""),
        lambda: gathering.cancel(table, owner),
    ]


def test_cancelled_table_is_closed() -> None:
    there = Gathering()
    there.apply(gathering.cancel(there.table, "Ana"))
    assert there.loaded().cancelled
    attempts: list[Callable[[], Entry]] = [
        lambda: changes.sit(there.table, 1, "Luis", "Luis", SEED),
        lambda: changes.chat(there.table, 0, "hola"),
        lambda: changes.start(there.table),
        lambda: gathering.fill(there.table, "Ana", [], ""),
        lambda: gathering.cancel(there.table, "Ana"),
        lambda: gathering.leave(there.table, 0),
    ]
    for attempt in attempts:
        with pytest.raises(Closed):
            attempt()


# --- Seats of a rematch ---


def rematch() -> Gathering:
    people = tuple(Reservation(name, name) for name in ("Ana", "Luis"))
    plan = replace(plan_of(find_game("dizzle"), (PERSON, PERSON, BOT)), reserved=(*people, None))
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    return Gathering(plan=plan)


def test_seat_of_a_rematch_is_for_who_sat_there() -> None:
    there = rematch()
    assert there.refused(0, "a spectator") == "seat-reserved"
    there.sit(1, "Luis")  # he asked first, so he is the opener
    assert there.refused(0, "a spectator") == "seat-reserved"
    assert there.refused(0, "Luis") == "seat-reserved"
    there.sit(0, "Ana")
    assert there.table.opener == "Luis"


def test_opener_of_a_rematch_can_free_a_seat_for_others() -> None:
    there = rematch()
    there.sit(1, "Luis")
    there.apply(gathering.remove(there.table, "Luis", 0))
    assert not there.table.by_invitation  # nobody was removed
    there.sit(0, "Eva")
    there.apply(gathering.leave(there.table, 0))
    assert there.table.seats[0].reserved is None
    there.sit(0, "Ana")


# --- Leaving ---


def test_person_who_leaves_has_a_bot_and_may_come_back() -> None:
    table, stored = started("dizzle", 2)
    entry = gathering.leave(table, 1)
    table.apply(entry)
    assert table.seats[1].left
    assert table.seats[1].played_by_bot
    with pytest.raises(TooLate):
        gathering.leave(table, 1)
    with pytest.raises(NotYours):
        changes.chat(table, 1, "hola")
    back = changes.stand_in(table, 1, playing=False)
    assert back["owner"] == "owner-1"
    table.apply(back)
    assert not table.seats[1].left
    assert not table.seats[1].played_by_bot
    again = load(table.plan, [*map(json.loads, stored), entry, back])
    assert again.seats == table.seats


def test_seat_is_free_again_when_its_person_leaves_before_the_start() -> None:
    there = Gathering()
    code = invitation_of(there.table, 1)
    there.sit(1, "Luis")
    with pytest.raises(BadOption):
        gathering.leave(there.table, 0)
    there.apply(gathering.leave(there.table, 1))
    assert not there.table.seats[1].taken
    assert not there.table.by_invitation
    assert invitation_of(there.table, 1) == code
    there.sit(1, "Luis")


def test_bots_do_not_talk() -> None:
    there = Gathering(PERSON, BOT)
    with pytest.raises(NotYours):
        changes.chat(there.table, 1, "I am a person")
    with pytest.raises(NotYours):
        changes.chat(there.table, 9, "hola")
