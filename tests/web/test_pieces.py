"""Pages in pieces: what the browser has is named, not sent."""

import pytest
from markupsafe import Markup

from cubilete.web.pieces import Part, memo, piece


def row(name: str) -> Markup:
    return Markup(f"<li>{name}</li>")


def rows(*names: str) -> Part:
    return Part("<ol>{}</ol>".format("".join(memo(row, name) for name in names)))


def test_what_is_there_is_only_named() -> None:
    news = rows("a", "c").news(rows("a", "b").digests)
    assert ">a<" not in news
    assert ">c<" in news
    assert news.count("data-same=") == 1
    assert rows("a", "c").news(frozenset()) == rows("a", "c").whole


def test_several_in_a_row_are_named_by_one_element() -> None:
    whole = rows("a", "b", "c")
    (named,) = whole.news(whole.digests).split(' data-same="')[1:]
    assert set(named.partition('"')[0].split()) == whole.digests
    assert len(whole.digests) == 3


def test_piece_within_a_piece_belongs_to_it() -> None:
    inner = memo(row, "a")
    outer = Part(f"<div>{piece(f'<ol>{inner}</ol>')}</div>")
    assert len(outer.digests) == 1
    assert "\x02" not in outer.whole
    assert "\x03" not in outer.whole
    assert outer.whole.count("data-v=") == 2


def test_piece_is_one_element() -> None:
    with pytest.raises(ValueError, match="one element"):
        piece("only words")
