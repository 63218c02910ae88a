"""The encodings of all games: numbers of decisions, masks, and observations that tell no secret."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i16, u8
from pig import GAME as PIG

from cubilete.core.game import AnyGame
from cubilete.core.parts.encoding import (
    NOBODY,
    NOT_LEGAL,
    Encoding,
    legal_actions,
    settle,
    utilities,
)
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.study.spaces import Space, find

SETUPS: list[tuple[str | AnyGame, int, Mapping[str, object]]] = [
    ("216", 1, {}),
    ("216", 2, {}),
    ("216", 4, {"target": 120}),
    ("dizzle", 1, {}),
    ("dizzle", 2, {"level": 3}),
    ("dizzle", 4, {"level": 4}),
    ("pa-fuera", 3, {}),
    ("pa-fuera", 4, {}),
    ("seis-dados", 2, {"lowest_wins": True}),
    ("seis-dados", 3, {"categories": ["ones", "triple-pair", "sevens", "jokers"]}),
    ("twenty-one", 2, {}),
    ("twenty-one", 6, {}),
    (PIG, 2, {}),
]
UNTOUCHED = -31_000


def spaces() -> Iterator[object]:
    for game, players, options in SETUPS:
        space = find(game, players, options)
        yield pytest.param(space, id=f"{space.game.slug}-{players}")


every_space = pytest.mark.parametrize("space", list(spaces()))


def positions(space: Space, games: int = 2) -> Iterator[tuple[State, int, Rng]]:
    """The positions of random games in which a seat decides, with that seat."""
    for number in range(games):
        rng = Rng(number)
        state = space.start()
        seat = settle(state, space.encoding, rng)
        while seat != NOBODY:
            yield state, seat, rng
            state.advance(seat, state.choose(seat, rng))
            seat = settle(state, space.encoding, rng)


def mask_of(encoding: Encoding, state: State, seat: int) -> list[int]:
    mask = vec[u8]([u8(7)] * (encoding.actions + 2))
    encoding.mark(state, seat, mask, 1)
    found = [int(entry) for entry in mask]
    assert found[0] == 7
    assert found[-1] == 7
    return found[1:-1]


def row_of(encoding: Encoding, state: State, seat: int) -> list[int]:
    row = vec[i16]([i16(UNTOUCHED)] * (encoding.size + 2))
    encoding.observe(state, seat, row, 1)
    found = [int(entry) for entry in row]
    assert found[0] == UNTOUCHED
    assert found[-1] == UNTOUCHED
    return found[1:-1]


@every_space
def test_actions_are_the_legal_decisions(space: Space) -> None:
    encoding = space.encoding
    for state, seat, _ in positions(space):
        codes = state.legal(seat)
        numbers = [encoding.action(state, seat, code) for code in codes]
        assert len(set(numbers)) == len(codes)
        assert legal_actions(state, encoding, seat) == sorted(numbers)
        assert [encoding.code(state, seat, number) for number in numbers] == codes
        mask = mask_of(encoding, state, seat)
        assert [number for number, legal in enumerate(mask) if legal] == sorted(numbers)


@every_space
def test_other_numbers_are_no_actions(space: Space) -> None:
    encoding = space.encoding
    for place, (state, seat, _) in enumerate(positions(space, 1)):
        if place % 7:
            continue
        legal = legal_actions(state, encoding, seat)
        for action in {-1, *range(encoding.actions + 1)} - set(legal):
            assert encoding.code(state, seat, action) == NOT_LEGAL
        for other in range(state.seat_count()):
            if other not in state.to_act:
                assert not any(mask_of(encoding, state, other))
                assert encoding.code(state, other, legal[0]) == NOT_LEGAL


@every_space
def test_observations_stay_within_their_fields(space: Space) -> None:
    encoding = space.encoding
    bounds = [field[2:] for field in encoding.fields for _ in range(field[1])]
    assert len(bounds) == encoding.size
    state = space.start()
    for seat in range(state.seat_count()):
        assert len(row_of(encoding, state, seat)) == encoding.size
    last = state
    for state, _, _ in positions(space):
        last = state
        for seat in range(state.seat_count()):
            row = row_of(encoding, state, seat)
            assert all(low <= entry <= high for entry, (low, high) in zip(row, bounds, strict=True))
    assert last.over


@every_space
def test_equal_views_give_equal_observations(space: Space) -> None:
    policy: Any = space.game.policy
    if space.game is PIG:
        return
    compared = 0
    for state, seat, rng in positions(space):
        view = space.game.rules.view(state, seat)
        imagined = policy.imagine(space.setup, view, rng)
        if space.game.rules.view(imagined, seat) == view:
            compared += 1
            assert row_of(space.encoding, imagined, seat) == row_of(space.encoding, state, seat)
            assert mask_of(space.encoding, imagined, seat) == mask_of(space.encoding, state, seat)
    assert compared > 5


@every_space
def test_observations_tell_positions_apart(space: Space) -> None:
    rows = {tuple(row_of(space.encoding, state, seat)) for state, seat, _ in positions(space)}
    assert len(rows) > 5


@every_space
def test_worth_of_a_game_sums_to_zero(space: Space) -> None:
    state = space.start()
    state.playout(Rng(5))
    worth = utilities(state)
    if len(worth) == 1:
        assert worth == [float(state.scores()[0])]
    else:
        assert sum(worth) == pytest.approx(0)
        best = [seat for seat, value in enumerate(worth) if value == max(worth)]
        assert best == state.winners()
