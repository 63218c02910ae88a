"""Pages of remembered pieces: they are what would be drawn afresh, and updates are small."""

import re
from collections.abc import Iterator
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete import find_game
from cubilete.core.rng import seeded
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.pieces import PIECE, Part, memo, plain
from cubilete.web.render import Look, Reader, style_of, table_part

READERS = [Reader(language, "auto", "5e" * 16) for language in ("es", "en")]
FULLEST = {"twenty-one": 6, "pa-fuera": 4}
"""The games whose pages are held to this, and how many can play them."""
SEEDS = st.integers(0, 2**32)
STEP = 31
"""Of how many positions one is drawn afresh, which is slow."""
SAME = re.compile(r'<(\w+) data-v="([0-9a-f]+)" data-same></\1>')


def random_game(slug: str, players: int, seed: int) -> Iterator[Table]:
    """A table of people after every move of a random game; the same game for the same seed."""
    material = find_game(slug).setup(players, {}).material
    table = Table(Plan("t", slug, (PERSON,) * players, {}, material, "random", False, "5e" * 32))
    for seat in range(players):
        table.apply(table.sit(seat, f"Player {seat}", f"owner {seat}", f"{seat:032x}"))
    rng = seeded("remembered pages", slug, players, seed)
    table.apply(table.start())
    while not table.over:
        yield table
        state = table.state
        seat = state.to_act[rng.below(len(state.to_act))]
        text = state.text(seat, state.choose(seat, rng))
        table.apply(table.move(seat, text, table.last_seen(seat), f"key {table.revision}"))
    yield table


def looks(table: Table) -> Iterator[Look]:
    """All seats and a spectator, several on one device, and every seat about to do something."""
    seats = range(len(table.seats))
    yield Look(table, (), None)
    yield Look(table, tuple(seats), 0)
    for seat in seats:
        yield Look(table, (seat,), seat)
        legal = table.view(seat).legal
        for pick in {*legal[:1], *legal[-1:]}:
            yield Look(table, (seat,), seat, pick)


@pytest.mark.parametrize("slug", FULLEST)
@given(SEEDS, st.integers(0, STEP - 1), st.data())
@settings(max_examples=2)
def test_page_of_remembered_pieces_is_the_page_drawn_afresh(
    slug: str, seed: int, checked: int, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(find_game(slug).players))
    remembered: list[Part] = []
    for number, table in enumerate(random_game(slug, players, seed)):
        if number % STEP == checked or table.over:
            remembered += [table_part(reader, look) for reader in READERS for look in looks(table)]
        else:  # something else to remember
            table_part(READERS[number % 2], Look(table, (0,), 0))
    afresh: list[Part] = []
    for number, table in enumerate(random_game(slug, players, seed)):
        if number % STEP == checked or table.over:
            for reader in READERS:
                for look in looks(table):
                    memo.cache_clear()
                    plain.cache_clear()
                    afresh.append(table_part(reader, look))
    assert afresh == remembered


def filled_in(update: str, before: Part) -> str:
    """What the script does with an update: see table.js."""
    kept = {digest: html for _, digest, html in PIECE.findall(before.text)}
    return SAME.sub(lambda found: kept[found[2]], update)


@pytest.mark.parametrize("slug", FULLEST)
def test_update_after_any_move_is_small_and_completes_the_page_before(slug: str) -> None:
    game = random_game(slug, FULLEST[slug], 1)
    seats = (None, 0, FULLEST[slug] - 1)
    before: dict[int | None, Part] = {}
    for table in game:
        for seat in seats:
            part = table_part(READERS[0], Look(table, () if seat is None else (seat,), seat))
            if seat in before:
                update = part.news(before[seat].digests())
                assert len(update.encode()) < 20_000
                assert filled_in(update, before[seat]) == part.whole
            before[seat] = part


@pytest.mark.parametrize("slug", FULLEST)
def test_first_page_of_the_fullest_table_is_small_with_all_that_it_needs(slug: str) -> None:
    static = resources.files("cubilete.web").joinpath("static")
    needed = ("cubilete.css", "symbols.svg", "table.js", "seed.js", "icon.svg")
    resting = sum(len(static.joinpath(name).read_bytes()) for name in needed)
    resting += len(style_of(slug).encode())
    largest = max(
        len(table_part(READERS[0], Look(table, (0,), 0)).whole.encode())
        for table in random_game(slug, FULLEST[slug], 2)
    )
    assert resting + largest < 150_000
