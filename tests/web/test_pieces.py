"""Pages in pieces: what the browser has is named, not sent."""

import pytest
from cubilete.web.pieces import Part, memo, memo_each, piece
from markupsafe import Markup


def row(name: str) -> Markup:
    return Markup(f"<li>{name}</li>")


def rows(*names: str) -> Part:
    return Part(["<ol>", memo_each(row, [(name,) for name in names]), "</ol>"])


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


def test_text_between_two_pieces_stays_there() -> None:
    part = Part([memo(row, "a"), "\n", memo(row, "b")])
    assert part.news(part.digests).count("data-same=") == 2
    assert part.whole.replace("\n", "") == f"{memo(row, 'a')}{memo(row, 'b')}"


def test_pieces_can_t_be_lost_in_a_text() -> None:
    with pytest.raises(TypeError):
        "".join(["<ol>", memo_each(row, [("a",)])])  # type: ignore[list-item]


def test_update_is_the_same_for_all_who_have_the_same() -> None:
    part, had = rows("a", "c"), rows("a", "b").digests
    update = part.update(7, had)
    assert part.update(7, had) is update
    assert update == f"id: 7\ndata: {part.news(had)}\n\n".encode()
    assert part.update(7, frozenset()) != update


def test_piece_is_one_element() -> None:
    with pytest.raises(ValueError, match="one element"):
        piece("only words")
