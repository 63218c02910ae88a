"""Pieces: an update names the elements that the browser has, and sends only the others."""

import re
from base64 import urlsafe_b64encode
from hashlib import blake2b

import pytest
from markupsafe import Markup

from cubilete.web.html.pieces import LivePart, draw_piece, piece, use_key


def row(name: str) -> Markup:
    return Markup(f"<li>{name}</li>")


def rows(*names: str) -> LivePart:
    return LivePart(["<ol>", *(draw_piece(row, name) for name in names), "</ol>"])


def test_pieces_that_the_browser_has_are_only_named() -> None:
    update = rows("a", "c").update(rows("a", "b").digests)
    assert ">a<" not in update
    assert ">c<" in update
    assert update.count("data-same=") == 1
    assert rows("a", "c").update(frozenset()) == rows("a", "c").whole


def test_pieces_in_a_row_are_named_by_one_element() -> None:
    whole = rows("a", "b", "c")
    (named,) = whole.update(whole.digests).split(' data-same="')[1:]
    assert set(named.partition('"')[0].split()) == whole.digests
    assert len(whole.digests) == 3


def test_text_between_two_pieces_stays_there() -> None:
    part = LivePart([draw_piece(row, "a"), "\n", draw_piece(row, "b")])
    assert part.update(part.digests).count("data-same=") == 2
    assert part.whole.replace("\n", "") == f"{draw_piece(row, 'a')}{draw_piece(row, 'b')}"


def test_event_is_the_same_object_for_viewers_with_the_same_pieces() -> None:
    part, had = rows("a", "c"), rows("a", "b").digests
    event = part.event(7, had)
    assert part.event(7, had) is event
    assert event == f"id: 7\ndata: {part.update(had)}\n\n".encode()
    assert part.event(7, frozenset()) != event


def test_piece_is_one_element() -> None:
    with pytest.raises(ValueError, match="one element"):
        piece("only words")


# --- The key of the hashes ---


def test_hash_of_a_piece_can_not_be_computed_by_others() -> None:
    """Otherwise somebody finds two lines of chat with the same hash, and people see different
    words."""
    drawn = piece("<p>hola</p>")
    for size in range(4, 33):
        hashed = blake2b(b"<p>hola</p>", digest_size=size).digest()
        assert not urlsafe_b64encode(hashed).decode().startswith(drawn.digest)


def test_processes_of_one_store_agree_on_hashes_and_others_do_not() -> None:
    digests = []
    for secret in (b"a" * 32, b"b" * 32, b"a" * 32):
        use_key(secret)
        digests.append(draw_piece(row, "a").digest)
    assert digests[0] == digests[2] != digests[1]


def test_piece_of_another_key_is_sent() -> None:
    use_key(b"a" * 32)
    had = rows("a", "b")
    use_key(b"b" * 32)
    now = rows("a", "b")
    assert now.update(had.digests) == now.whole


def test_hash_is_long_and_needs_no_escaping() -> None:
    assert re.fullmatch(r"[\w-]{12}", piece("<p>hola</p>").digest)
