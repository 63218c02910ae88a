"""An evening: who takes part, who chooses, points by place, the running table."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from cubilete import BadOption, CubileteError, all_games, find_game
from cubilete.host.gatherings.evening import LOT, TURN, Evening, Evenings, Round
from cubilete.host.gatherings.places import points_by_place
from cubilete.store.sqlite import SqliteStore
from cubilete.table.errors import NotYours, TooLate


def evening_of(*names: str, choice: str = TURN) -> Evening:
    evening = Evening(choice, ())
    for name in names:
        evening = evening.with_guest(f"owner-{name}", name)
    return evening


def played(evening: Evening, number: int, points: tuple[float, ...]) -> Evening:
    owners = tuple(guest.owner for guest in evening.present)
    begun = evening.with_round(Round(f"t{number}", "dizzle", owners), number)
    return begun.with_result(f"t{number}", points)


@pytest.mark.parametrize(
    ("scores", "winners", "points"),
    [
        ([30, 20], [0], [2, 1]),
        ([10, 40, 30, 20], [1], [1, 4, 3, 2]),
        ([40, 40, 30], [0, 1], [2.5, 2.5, 1]),
        ([40, 20, 20, 10], [0], [4, 2.5, 2.5, 1]),
        ([7, 7, 7], [0, 1, 2], [2, 2, 2]),
        ([3, 9, 5], [0], [3, 1, 2]),  # where the fewest points win
        ([40, 40], [1], [1, 2]),  # equal points, but the rules know a winner
    ],
)
def test_points_by_place(scores: list[int], winners: list[int], points: list[float]) -> None:
    assert points_by_place(scores, winners) == points


def test_game_is_worth_the_same_however_places_are_shared() -> None:
    for scores, winners in (([1, 2, 3], [2]), ([3, 3, 1], [0, 1]), ([2, 2, 2], [0, 1, 2])):
        assert sum(points_by_place(scores, winners)) == 6


def test_each_chooses_in_turn() -> None:
    evening = evening_of("Ana", "Luis")
    chosen = []
    for number in range(3):
        assert evening.chooser is not None
        chosen.append(evening.chooser.name)
        evening = played(evening, number, (2, 1))
    assert chosen == ["Ana", "Luis", "Ana"]


def test_only_the_chooser_chooses_and_anybody_asks_the_lot() -> None:
    evening = evening_of("Ana", "Luis")
    with pytest.raises(NotYours) as refused:
        evening.check_choice("owner-Luis", 0)
    assert refused.value.code == "not-chooser"
    evening.check_choice("owner-Ana", 0)
    by_lot = evening_of("Ana", "Luis", choice=LOT)
    by_lot.check_choice("owner-Luis", 0)
    with pytest.raises(NotYours):
        by_lot.check_choice("a stranger", 0)


def test_games_for_other_numbers_of_people_are_not_offered() -> None:
    for count in (2, 5, 7):
        evening = evening_of(*(f"Guest {letter}" for letter in "ABCDEFG"[:count]))
        offered = evening.offered()
        for game in all_games():
            assert (game in offered) == (count in game.about.players)
            if game not in offered:
                with pytest.raises(BadOption):
                    evening.check_offered(game)


def test_two_games_are_never_played_at_once() -> None:
    evening = evening_of("Ana", "Luis").with_round(Round("t0", "dizzle", ("a", "b")), 0)
    with pytest.raises(TooLate):
        evening.with_round(Round("t1", "dizzle", ("a", "b")), 1)
    with pytest.raises(TooLate):
        evening.ended("owner-Ana")


def test_running_table_adds_up_and_shares_places() -> None:
    evening = evening_of("Ana", "Luis", "Eva")
    evening = played(evening, 0, (3, 2, 1))
    evening = played(evening, 1, (1, 2, 3))
    lines = [(line.place, line.guest.name, line.points, line.wins) for line in evening.standings()]
    assert lines == [(1, "Ana", 4, 1), (1, "Luis", 4, 0), (1, "Eva", 4, 1)]
    evening = played(evening, 2, (2, 2.5, 1.5))
    assert [line.place for line in evening.standings()] == [1, 2, 3]


def test_game_that_was_given_up_is_worth_nothing() -> None:
    evening = played(evening_of("Ana", "Luis"), 0, ())
    assert evening.current is None
    assert [line.points for line in evening.standings()] == [0, 0]


def test_somebody_who_leaves_keeps_their_points_and_may_come_back() -> None:
    evening = played(evening_of("Ana", "Luis", "Eva"), 0, (3, 2, 1))
    evening = evening.without("owner-Luis", "owner-Luis")
    assert [guest.name for guest in evening.present] == ["Ana", "Eva"]
    assert [line.guest.name for line in evening.standings()] == ["Ana", "Luis", "Eva"]
    assert evening.with_guest("owner-Luis", "Luis").present[1].name == "Luis"


def test_the_first_who_is_still_there_opens_and_removes() -> None:
    evening = evening_of("Ana", "Luis", "Eva")
    with pytest.raises(NotYours):
        evening.without("owner-Ana", "owner-Luis")
    evening = evening.without("owner-Ana", "owner-Ana")
    assert evening.opener == "owner-Luis"
    assert evening.without("owner-Eva", "owner-Luis").present[0].name == "Luis"


@pytest.mark.parametrize("name", ["Ana", "ana", " Аna", "IA", ""])
def test_names_that_could_be_mistaken_are_refused(name: str) -> None:
    with pytest.raises(CubileteError):
        evening_of("Ana").with_guest("another", name)


def test_nothing_changes_after_the_end() -> None:
    evening = played(evening_of("Ana", "Luis"), 0, (2, 1)).ended("owner-Ana")
    refused: list[Callable[[Evening], Evening]] = [
        lambda now: now.with_guest("x", "Eva"),
        lambda now: now.without("owner-Luis", "owner-Luis"),
        lambda now: now.ended("owner-Ana"),
        lambda now: now.with_round(Round("t", "dizzle", ()), 1),
    ]
    for change in refused:
        with pytest.raises(TooLate):
            change(evening)


def test_evening_is_stored_as_it_was() -> None:
    evening = played(evening_of("Ana", "Luis"), 0, (1.5, 1.5))
    assert Evening.from_text(evening.to_text()) == evening
    assert find_game(evening.rounds[0].game).name == "Dizzle"


def test_changes_at_the_same_time_all_count(tmp_path: Path) -> None:
    async def join_all() -> int:
        store = SqliteStore(tmp_path / "s.sqlite")
        await store.open()
        evenings = Evenings(store)
        name = await evenings.open(TURN, "owner", "Ana")

        async def join(number: int) -> None:
            guest = f"Guest {'ABCDEF'[number]}"
            await evenings.change(name, lambda now: now.with_guest(guest, guest))

        await asyncio.gather(*(join(number) for number in range(6)))
        found = await evenings.find(name)
        await store.close()
        assert found is not None
        return len(found.evening.present)

    assert asyncio.run(join_all()) == 7
