"""Point 5: links and tokens that make one browser somebody else."""

import re

from attacks.arena import Arena
from attacks.client import Client
from attacks.report import attack, expect

LINK = re.compile(r"/me/[A-Za-z0-9_.-]+")


def link_of(client: Client, table: str) -> str:
    """The path of the link that brings a person's seats to another device."""
    page = client.get(f"{table}/device")
    found = LINK.search(page.text)
    if found is None:
        made = client.form(f"{table}/device")
        found = LINK.search(made.text) or LINK.search(made.headers.get("location", ""))
    if found is None:
        raise ValueError(f"there is no link: {page.status}")
    return found[0]


def person(arena: Arena, name: str, source: str) -> tuple[Client, str]:
    """Somebody in a browser with a table of their own."""
    client = Client(arena.server, source)
    return client, client.open_table(game="dizzle", name=name, now="1")


def sits_at(client: Client, table: str) -> bool:
    """True where the table's page shows somebody their own seat."""
    return f'action="{table}/chat"' in client.page(table)


def confirmed(client: Client, link: str) -> bool:
    """Follows a link to the end, as a person who wants it does; False if it is refused."""
    before = dict(client.cookies)
    page = client.get(link)
    if page.status != 200:
        return page.ok and client.cookies != before
    return client.form(link).ok


@attack(5, "a link on another website, opened by a victim")
def point_5_get_changes_nothing(arena: Arena) -> str:
    attacker, theirs = person(arena, "Eve", "127.0.0.66")
    victim, own = person(arena, "Ana", "127.0.0.2")
    cookie = victim.cookies["cubilete"]
    victim.get(link_of(attacker, theirs), {"Sec-Fetch-Site": "cross-site"})
    expect(
        victim.cookies["cubilete"] == cookie and sits_at(victim, own),
        "GET replaced who the victim is: the seat at their table is lost",
    )
    return "GET shows a page that asks; cookie and seat are as before"


@attack(5, "a link used twice")
def point_5_link_once(arena: Arena) -> str:
    owner, table = person(arena, "Ana", "127.0.0.2")
    link = link_of(owner, table)
    second, third = Client(arena.server, "127.0.0.3"), Client(arena.server, "127.0.0.66")
    expect(confirmed(second, link) and sits_at(second, table), "the link does not work at all")
    expect(not (confirmed(third, link) and sits_at(third, table)), "it works for a second device")
    return "it brings the seats to one device and is refused then"


@attack(5, "an API token as a link, a link as a token")
def point_5_purposes(arena: Arena) -> str:
    program = Client(arena.server)
    seated = program.ask("/tables", {"game": "dizzle", "bots": 0}).json
    thief = Client(arena.server, "127.0.0.66")
    path = f"/t/{seated['table']}"
    confirmed(thief, f"/me/{seated['token']}")
    expect(not sits_at(thief, path), "a program's token makes a browser the owner of its seat")
    owner, table = person(arena, "Ana", "127.0.0.2")
    link = link_of(owner, table).removeprefix("/me/")
    api = Client(arena.server, "127.0.0.66", token=link).ask(f"/tables/{table.removeprefix('/t/')}")
    expect(api.status in (401, 403), f"a link works as a token of the API: {api.status}")
    cookie = owner.cookies["cubilete"]
    api = Client(arena.server, "127.0.0.66", token=cookie).ask(
        f"/tables/{table.removeprefix('/t/')}"
    )
    expect(api.status in (401, 403), f"a cookie works as a token of the API: {api.status}")
    return "each is refused: they are signed for one purpose"


@attack(5, "an old cookie, after “sign out my other devices”")
def point_5_sign_out(arena: Arena) -> str:
    owner, table = person(arena, "Ana", "127.0.0.2")
    stolen = Client(arena.server, "127.0.0.66")
    stolen.cookies = dict(owner.cookies)
    expect(sits_at(stolen, table), "a copied cookie shows no seat: the attack shows nothing")
    out = owner.form(f"{table}/device/sign-out")
    expect(out.status in (200, 303), f"there is no way to sign other devices out: {out.status}")
    expect(sits_at(owner, table), "the owner lost the seat as well")
    expect(not sits_at(stolen, table), "the copied cookie still has the seat")
    return "the copied cookie is refused, and the owner keeps the seat"
