"""How much is sent: an update holds what changed and little else, in every game, all along."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from cubilete.web.pieces import Part, memo, plain
from cubilete.web.render import Look, Reader, table_part

from cubilete import all_games
from cubilete.core.game import Game
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table

MOST_BYTES = 20_000
"""Of an update: what a phone with little signal gets in well under a second."""
EVERY, MOST_MOVES = 17, 250
"""After how many moves the pages are compared, so that all phases of a turn are seen, and until
when: some random games are very long."""
SAME = re.compile(r'<([a-z0-9]+) data-same="([\w -]+)"></\1>')
LEVELS = {"dizzle": [{"level": 2}, {"level": 4}]}
NO_OPTIONS: list[dict[str, int]] = [{}]
GAMES = [(game, options) for game in all_games() for options in LEVELS.get(game.slug, NO_OPTIONS)]
IDS = [f"{game.slug}{''.join(map(str, options.values()))}" for game, options in GAMES]


def table_of(game: Game, options: dict[str, int], secret: str) -> Table:
    """A table with most players that has just begun."""
    players = max(game.players)
    setup = game.setup(players, dict(options))
    kinds = (PERSON,) * players
    plan = Plan("t", game.slug, kinds, {**options}, setup.material, "random", False, secret)
    table = Table(plan)
    for seat in range(players):
        table.apply(table.sit(seat, f"Player {seat}", f"owner {seat}", f"{seat:016x}"))
    table.apply(table.start())
    return table


def positions(table: Table, chance: Random) -> Iterator[Table]:
    """The same table after each move, until the game is over."""
    yield table
    while not table.over:
        seat = chance.choice(table.state.to_act)
        text = chance.choice(table.state.legal_texts(seat))
        table.apply(table.move(seat, text, table.last_seen(seat), ""))
        yield table


def looks(table: Table) -> list[Look]:
    """What every seat sees, and somebody who watches."""
    return [
        *(Look(table, (seat,), seat) for seat in range(len(table.seats))),
        Look(table, (), None),
    ]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_update_is_small_all_along_a_game_with_most_players(
    game: Game, options: dict[str, int]
) -> None:
    reader = Reader("es", "auto", "0" * 32)
    had: dict[int | None, Part] = {}
    for table in positions(table_of(game, options, "07" * 32), Random(7)):
        for look in (Look(table, (0,), 0), Look(table, (), None)):
            part = table_part(reader, look)
            if look.seat in had:
                news = part.news(had[look.seat].digests)
                assert len(news.encode()) < MOST_BYTES
                assert filled_in(news, had[look.seat]) == part.whole
            had[look.seat] = part


def filled_in(news: str, before: Part) -> str:
    """What the script of the page does with an update: see morph.js."""
    kept = {each.digest: each for each in before.pieces}
    return SAME.sub(lambda found: "".join(kept[name] for name in found[2].split()), news)


def pages(game: Game, options: dict[str, int], language: str, anew: bool) -> list[str]:
    """What all see now and then in a game, and what somebody is about to do."""
    reader = Reader(language, "auto", "0" * 32)
    chance = Random(11)
    course = positions(table_of(game, options, "0b" * 32), Random(12))
    found = []
    for table in islice(course, 0, MOST_MOVES, EVERY):
        for look in looks(table):
            picks = chance.sample(look.view.legal, min(1, len(look.view.legal)))
            for pick in ("", *picks):
                if anew:
                    memo.cache_clear()
                    plain.cache_clear()
                found.append(table_part(reader, replace(look, pick=pick)).whole)
    return found


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_page_of_remembered_pieces_is_the_page_drawn_anew(
    game: Game, options: dict[str, int], language: str
) -> None:
    remembered = pages(game, options, language, anew=False)
    assert remembered == pages(game, options, language, anew=True)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_view_of_a_table_is_that_of_the_game_all_along(game: Game, options: dict[str, int]) -> None:
    """Where nothing is hidden the table makes the view of a seat from that of a spectator."""
    for table in islice(positions(table_of(game, options, "05" * 32), Random(5)), MOST_MOVES):
        for seat in (None, *range(len(table.seats))):
            assert table.view(seat) == game.view(table.state, seat)


@pytest.mark.parametrize("game", [game for game in all_games() if game.same_for_onlookers])
def test_who_only_looks_sees_what_would_be_drawn_for_them_alone(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader("es", "auto", "0" * 32)
    shared = 0
    for table in positions(table_of(game, {}, "03" * 32), Random(3)):
        for look in looks(table):
            page = table_part(reader, look).whole
            with monkeypatch.context() as patch:
                patch.setattr(type(game), "same_for_onlookers", False)
                assert table_part(reader, look).whole == page
            shared += look.seat not in look.view.to_act
    assert shared > 100
