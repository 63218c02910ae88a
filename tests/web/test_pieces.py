"""Pages in pieces: what the browser has is named, not sent."""

import re
from random import Random

import pytest
from markupsafe import Markup

from cubilete import Game, all_games
from cubilete.table.table import Table
from cubilete.web.drafts import new_draft
from cubilete.web.pages import new_plan
from cubilete.web.people import People
from cubilete.web.pieces import Part, memo, piece, plain
from cubilete.web.render import Look, Reader, table_part

SAME = re.compile(r'<([a-z0-9]+) data-v="([0-9a-f]+)" data-same></\1>')


def row(name: str) -> Markup:
    return Markup(f"<li>{name}</li>")


def pieces_of(part: Part) -> dict[str, str]:
    """What a browser keeps of a page: its pieces by their hash."""
    found = {}
    for chunk in part.text.split("\x02")[1:]:
        html = chunk.partition("\x03")[0]
        digest = re.search(r'data-v="([0-9a-f]+)"', html)
        assert digest
        found[digest[1]] = html
    return found


def filled_in(news: str, kept: dict[str, str]) -> str:
    return SAME.sub(lambda found: kept[found[2]], news)


def test_what_is_there_is_only_named() -> None:
    first = Part(f"<ol>{memo(row, 'a')}{memo(row, 'b')}</ol>")
    second = Part(f"<ol>{memo(row, 'a')}{memo(row, 'c')}</ol>")
    news = second.news(first.digests())
    assert SAME.findall(news) != []
    assert "<li" in news
    assert ">a<" not in news
    assert ">c<" in news
    assert filled_in(news, pieces_of(first)) == second.whole
    assert second.news(()) == second.whole


def test_piece_within_a_piece_belongs_to_it() -> None:
    inner = memo(row, "a")
    outer = Part(f"<div>{piece(f'<ol>{inner}</ol>')}</div>")
    assert len(outer.digests()) == 1
    assert "\x02" not in outer.whole
    assert "\x03" not in outer.whole
    assert outer.whole.count("data-v=") == 2


def test_piece_is_one_element() -> None:
    with pytest.raises(ValueError, match="one element"):
        piece("only words")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_news_and_what_was_there_make_the_whole_page(game: Game) -> None:
    """Over a whole game, for everybody, and the same with nothing remembered."""
    rng = Random(game.slug)
    seats = game.players[-1]
    draft = new_draft(People(bytes(32)))
    table = Table(new_plan(draft, game, ["person"] * seats, {}, "", real_dice=False))
    for seat in range(seats):
        table.apply(table.sit(seat, f"Player {seat}", f"o{seat}", "0" * 16))
    table.apply(table.start())
    reader = Reader("es", "auto", "token")
    kept: dict[int | None, Part] = {}
    compared = named = 0
    while not table.over and table.revision < 150:
        to_act = table.state.to_act
        seat = to_act[rng.randrange(len(to_act))]
        text = rng.choice(table.state.legal_texts(seat))
        table.apply(table.move(seat, text, table.last_seen(seat), str(table.revision)))
        for watcher in (seat, None):
            mine = () if watcher is None else (watcher,)
            part = table_part(reader, Look(table, mine, watcher))
            if watcher in kept:
                before = kept[watcher]
                news = part.news(before.digests())
                assert filled_in(news, pieces_of(before)) == part.whole
                compared += 1
                named += len(SAME.findall(news))
            kept[watcher] = part
            if table.revision % 25 == 0:
                memo.cache_clear()
                plain.cache_clear()
                assert table_part(reader, Look(table, mine, watcher)) == part
    assert compared > 20
    assert named > compared  # something was there already, every time
