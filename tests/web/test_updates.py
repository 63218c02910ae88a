"""Size and correctness of updates: an update holds what changed and little else, in every game."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from cubilete import all_games
from cubilete.core.game import AnyGame
from cubilete.table import changes
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.html import cache
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.pieces import LivePart, Piece, draw_fragment, draw_piece
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

MOST_BYTES = 20_000
"""Of an update: a phone with a weak signal gets this in well under a second."""
EVERY, MOST_MOVES = 17, 250
"""Pages are compared after every 17th move, so that all phases of a turn are seen, and up to the
250th: some random games are very long."""
SAME = re.compile(r'<([a-z0-9]+) data-same="([\w -]+)"></\1>')
LEVELS = {"dizzle": [{"level": 2}, {"level": 4}]}
NO_OPTIONS: list[dict[str, int]] = [{}]
GAMES = [(game, options) for game in all_games() for options in LEVELS.get(game.slug, NO_OPTIONS)]
IDS = [f"{game.slug}{''.join(map(str, options.values()))}" for game, options in GAMES]


def table_of(game: AnyGame, options: dict[str, int], secret: str) -> Table:
    """A table with as many players as the game allows that has just begun."""
    players = max(game.about.players)
    setup = game.setup(players, dict(options))
    kinds = (PERSON,) * players
    plan = Plan("t", game.slug, kinds, {**options}, setup.material, "random", False, secret)
    table = Table(plan)
    for seat in range(players):
        table.apply(changes.sit(table, seat, f"Player {seat}", f"owner {seat}", f"{seat:016x}"))
    table.apply(changes.start(table))
    return table


def positions(table: Table, chance: Random) -> Iterator[Table]:
    """The same table after each random move, until the game is over."""
    yield table
    while not table.over:
        seat = chance.choice(table.state.to_act)
        text = chance.choice(table.state.legal_texts(seat))
        table.apply(changes.move(table, seat, text, table.last_event(seat), ""))
        yield table


def perspectives(table: Table) -> list[Perspective]:
    """Those of every seat and of a spectator."""
    return [
        *(Perspective(table, (seat,), seat) for seat in range(len(table.seats))),
        Perspective(table, (), None),
    ]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_every_update_of_a_game_with_most_players_is_small(
    game: AnyGame, options: dict[str, int]
) -> None:
    viewer = Viewer("es", "auto", "0" * 32)
    had: dict[int | None, LivePart] = {}
    for table in positions(table_of(game, options, "07" * 32), Random(7)):
        for perspective in (Perspective(table, (0,), 0), Perspective(table, (), None)):
            part = table_part(viewer, perspective)
            before = had.get(perspective.seat)
            if before is not None:
                update = part.update(before.digests)
                assert len(update.encode()) < MOST_BYTES
                assert filled_in(update, before) == part.whole
            had[perspective.seat] = part


def filled_in(update: str, before: LivePart) -> str:
    """The page after an update, as the script of the page makes it: see morph.js."""
    kept = {chunk.digest: chunk for chunk in before.chunks if isinstance(chunk, Piece)}
    return SAME.sub(lambda found: "".join(kept[name] for name in found[2].split()), update)


def draw_pages(game: AnyGame, options: dict[str, int], language: str) -> list[str]:
    """The pages of all viewers at several positions of a game, with and without a preview."""
    return [
        table_part(Viewer(language, "auto", "0" * 32), perspective).whole
        for perspective in sampled_perspectives(game, options)
    ]


def draw_pages_without_caches(game: AnyGame, options: dict[str, int], language: str) -> list[str]:
    """The same pages, where nothing that was drawn before is used again."""
    found: list[str] = []
    for perspective in sampled_perspectives(game, options):
        draw_piece.cache_clear()
        draw_fragment.cache_clear()
        cache._caches.clear()
        found.append(table_part(Viewer(language, "auto", "0" * 32), perspective).whole)
    return found


def sampled_perspectives(game: AnyGame, options: dict[str, int]) -> Iterator[Perspective]:
    chance = Random(11)
    course = positions(table_of(game, options, "0b" * 32), Random(12))
    for table in islice(course, 0, MOST_MOVES, EVERY):
        for perspective in perspectives(table):
            legal = perspective.view.legal
            for pick in ("", *chance.sample(legal, min(1, len(legal)))):
                yield replace(perspective, pick=pick)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_page_of_cached_pieces_is_the_page_drawn_without_caches(
    game: AnyGame, options: dict[str, int], language: str
) -> None:
    cached = draw_pages(game, options, language)
    assert cached == draw_pages_without_caches(game, options, language)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_view_of_a_table_is_the_view_of_the_rules(game: AnyGame, options: dict[str, int]) -> None:
    """Where nothing is hidden, the table makes the view of a seat from that of a spectator."""
    for table in islice(positions(table_of(game, options, "05" * 32), Random(5)), MOST_MOVES):
        for seat in (None, *range(len(table.seats))):
            assert table.view(seat) == game.rules.view(table.state, seat)


@pytest.mark.parametrize("game", [game for game in all_games() if game.page.same_for_viewers])
def test_shared_stage_is_the_stage_drawn_for_each_viewer(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = Viewer("es", "auto", "0" * 32)
    shared = 0
    for table in positions(table_of(game, {}, "03" * 32), Random(3)):
        for perspective in perspectives(table):
            page = table_part(viewer, perspective).whole
            with monkeypatch.context() as patch:
                patch.setattr(type(game.page), "same_for_viewers", False)
                assert table_part(viewer, perspective).whole == page
            shared += perspective.seat not in perspective.view.to_act
    assert shared > 100
