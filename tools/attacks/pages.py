"""Points 15, 16 and 18: the hashes of pieces, errors of the server, and long replays."""

import hashlib
import re
from base64 import urlsafe_b64encode

from attacks.arena import Arena, Server
from attacks.client import Client
from attacks.forging import long_record
from attacks.report import NotFromOutside, attack, expect

LINE = re.compile(r'<p data-v="([^"]+)"([^>]*)>((?:(?!</p>).)*hello(?:(?!</p>).)*)</p>', re.DOTALL)
STEPS = 60

# --- 15: hashes of pieces ---


def chat_piece(server: Server) -> tuple[str, str]:
    """The hash and the HTML of a line of talk, which others can choose almost freely."""
    client = Client(server)
    path = client.open_table(game="dizzle", name="Ana", now="1")
    client.form(f"{path}/chat", {"seat": 0, "say": "hello"})
    found = LINE.search(client.page(path))
    if found is None:
        raise ValueError("the line of talk is not on the page")
    return found[1], f"<p{found[2]}>{found[3]}</p>"


def plain_digests(html: str) -> set[str]:
    """What somebody can compute without the server: usual hashes in all their lengths."""
    digests = set()
    for size in range(4, 33):
        digests.add(hashlib.blake2b(html.encode(), digest_size=size).digest())
        digests.add(hashlib.blake2s(html.encode(), digest_size=size).digest())
        digests.add(hashlib.sha256(html.encode()).digest()[:size])
    texts = {digest.hex() for digest in digests}
    return texts | {urlsafe_b64encode(digest).decode().rstrip("=") for digest in digests}


@attack(15, "the hash of a piece computed elsewhere")
def point_15_plain_hash(arena: Arena) -> str:
    digest, html = chat_piece(arena.server)
    expect(
        digest.rstrip("=") not in plain_digests(html),
        f"data-v={digest} is a plain hash: a second text with the same can be searched",
    )
    return "no plain hash of the piece gives its data-v"


@attack(15, "the hash of a piece taken from another server")
def point_15_other_server(arena: Arena) -> str:
    digest, html = chat_piece(arena.server)
    other = Arena(arena.folder / "other")
    other.folder.mkdir()
    try:
        second, same = chat_piece(other.server)
    finally:
        other.close()
    expect(html == same, "the servers draw different pieces: nothing is shown")
    expect(digest != second, f"two servers give the same piece the same data-v={digest}")
    return "each server has its own key"


# --- 16: errors of the server ---


@attack(16, "a bot that raises, an error without a trace")
def point_16_errors(arena: Arena) -> str:
    raise NotFromOutside(
        "no request makes a bot or a page raise; tested in tests/host and tests/web"
    )


# --- 18: replays ---


@attack(18, "steps through a long replay")
def point_18_steps(arena: Arena) -> str:
    client = Client(arena.server)
    kind = {"Content-Type": "application/x-ndjson"}
    stored = client.send("POST", "/api/records", long_record(1, 3000).encode(), kind)
    if stored.status != 201:
        raise ValueError(f"the record is not stored: {stored.status} {stored.text[:200]}")
    link = stored.json["link"]
    moments = [3000 - number * 41 for number in range(STEPS)]
    statuses = [client.get(f"{link}?n={n}", {"X-Part": "1"}).status for n in moments]
    expect(set(statuses) == {200}, f"answers: {sorted(set(statuses))}")
    return f"{STEPS} steps in a record of 3,000 events: all 200"
