"""Points 6, 7, 8 and 10: what one person at a table can do to another."""

import hashlib
import time
from typing import Any

from attacks.arena import Arena
from attacks.client import Client, Table, hidden_fields, open_table, raw
from attacks.report import attack, expect

ATTACKER = "127.0.0.66"

# --- 6: keys of moves ---


def next_to_act(table: Table) -> tuple[int, str, int]:
    """A seat that may move, its first legal move, and the last event that it knows."""
    for _ in range(600):
        for seat in range(len(table.seats)):
            look = table.look(seat)
            if look["view"]["legal"]:
                return seat, look["view"]["legal"][0], look["on"]
        time.sleep(0.05)
    raise ValueError("nobody may move")


def texts_of(table: Table, seat: int) -> list[str]:
    return [event["text"] for event in table.look(seat)["events"] if event["by"] == seat]


@attack(6, "another seat's key swallows a move")
def point_6_keys_of_seats(arena: Arena) -> str:
    table = open_table(arena.server, "seis-dados", 2, 0)
    done: set[int] = set()
    while len(done) < 2:
        seat, text, on = next_to_act(table)
        before = len(texts_of(table, seat))
        key = f"{len(texts_of(table, seat))}" if seat in done else "1"
        move = {"text": text, "on": on, "key": "1" if seat not in done else f"other {key}"}
        answer = table.seats[seat].ask(f"{table.path}/moves", move)
        expect(
            answer.status == 200 and len(texts_of(table, seat)) == before + 1,
            f"seat {seat} is told {answer.status} and its move is not played",
        )
        done.add(seat)
    return "both seats' moves with the key “1” are played"


@attack(6, "one key, two different moves")
def point_6_same_key(arena: Arena) -> str:
    table = open_table(arena.server, "dizzle", 1, 0)
    seat, text, on = next_to_act(table)
    move = {"text": text, "on": on, "key": "k"}
    first = table.seats[seat].ask(f"{table.path}/moves", move)
    again = table.seats[seat].ask(f"{table.path}/moves", move)
    expect(first.status == again.status == 200, "the same move sent again is refused")
    seat, _, on = next_to_act(table)
    text = next(legal for legal in table.legal(seat) if legal != text)
    other = table.seats[seat].ask(f"{table.path}/moves", {"text": text, "on": on, "key": "k"})
    expect(other.status == 409, f"another move with the same key is answered with {other.status}")
    return "409; the same move sent again is 200 and played once"


@attack(6, "the key of somebody's page predicted")
def point_6_page_keys(arena: Arena) -> str:
    """In Twenty One all write at once: one seat uses the key that the other's form will have."""
    browser = Client(arena.server)
    path = browser.open_table(game="twenty-one", name="Ana", seat1="person")
    rival = Client(arena.server, ATTACKER)
    name = path.removeprefix("/t/")
    seated = rival.ask(f"/tables/{name}/sit", {"name": "Eve", "seat": 1})
    rival.token = seated.json["token"]
    table = Table(name, [rival])
    while "cross" not in (look := table.look(0))["view"]["legal"]:
        if look["view"]["legal"]:
            rival.ask(f"/tables/{name}/moves", {"text": "stand", "on": look["on"]})
        else:
            shown = hidden_fields(browser.page(f"{path}?pick=stand"))
            browser.form(f"{path}/move", {"text": "stand", **shown})
    fields = hidden_fields(browser.page(f"{path}?pick=cross"))
    said = "\n".join([fields["key"], fields["seat"], "", "cross"]).encode()
    predicted = hashlib.blake2b(said, digest_size=8).hexdigest()
    for key in (predicted, fields["key"]):
        look = table.look(0)
        if look["view"]["legal"]:
            move = {"text": look["view"]["legal"][0], "on": look["on"], "key": key}
            rival.ask(f"/tables/{name}/moves", move)
    sent = browser.form(f"{path}/move", {"text": "cross", **fields})
    waits = 'name="pick"' in browser.page(path) and "cross" in str(table.look(0))
    events = [e for e in table.look(0)["events"] if e["by"] == 0 and e["text"] == "cross"]
    expect(sent.ok and (events or not waits), "the move of the page is swallowed")
    return "the move of the page is played"


# --- 7: who is away ---


def two_browsers(arena: Arena, game: str = "seis-dados") -> tuple[Client, Client, str]:
    """Two people in browsers without JavaScript, at a game that has begun."""
    host, guest = Client(arena.server, "127.0.0.2"), Client(arena.server, ATTACKER)
    path = host.open_table(game=game, name="Ana", seat1="person")
    sat = guest.form(f"{path}/sit", {"seat": 1, "name": "Eve"})
    if not sat.ok:
        raise ValueError(f"nobody can sit down: {sat.status}")
    host.page(path)
    return host, guest, path


def look_at(client: Client, path: str) -> Any:
    return client.ask(f"/tables/{path.removeprefix('/t/')}").json


@attack(7, "a bot for somebody whose page has no JavaScript")
def point_7_plain_page(arena: Arena) -> str:
    host, guest, path = two_browsers(arena)
    host.page(path)
    put = guest.form(f"{path}/stand-in", {"seat": 1, "bot": 1, "for": 0})
    expect(put.status == 403, f"a bot plays for somebody who has just looked ({put.status})")
    return "403: whoever has just loaded the page is present"


@attack(7, "a bot for a program that has just played")
def point_7_program(arena: Arena) -> str:
    guest, program = Client(arena.server, ATTACKER), Client(arena.server, "127.0.0.2")
    path = guest.open_table(game="seis-dados", name="Eve", seat1="person")
    name = path.removeprefix("/t/")
    program.token = program.ask(f"/tables/{name}/sit", {"name": "Ana", "seat": 1}).json["token"]
    program.ask(f"/tables/{name}")
    put = guest.form(f"{path}/stand-in", {"seat": 0, "bot": 1, "for": 1})
    expect(put.status == 403, f"a bot plays for a program that has just looked ({put.status})")
    return "403: a program that has just looked is present"


@attack(7, "a bot as soon as a stream drops")
def point_7_dropped_stream(arena: Arena) -> str:
    host, guest, path = two_browsers(arena)
    cookies = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
    with raw(arena.server, host.source) as stream:
        request = f"GET {path}/stream HTTP/1.1\r\nHost: 127.0.0.1:{arena.server.port}\r\n"
        stream.sendall(f"{request}Cookie: {cookies}\r\n\r\n".encode())
        stream.recv(100)
    put = guest.form(f"{path}/stand-in", {"seat": 1, "bot": 1, "for": 0})
    expect(put.status == 403, f"a stream that drops gives the seat to a bot at once ({put.status})")
    return "403: a person whose stream drops has a time of grace"


@attack(7, "a seat that a bot plays, and no way back")
def point_7_come_back(arena: Arena) -> str:
    table = open_table(arena.server, "seis-dados", 2, 0)
    other, own = table.seats
    left = own.ask(f"{table.path}/leave", {})
    expect(left.ok, f"a program can't leave its seat to a bot: {left.status}")
    back = {"seat": 1, "playing": False}
    stolen = other.ask(f"{table.path}/stand-in", back)
    expect(not stolen.ok, "somebody else can end what a person's bot does")
    returned = own.ask(f"{table.path}/stand-in", back)
    expect(returned.ok, f"a program can't come back: {returned.status}")
    return "a program that left to a bot comes back, and nobody else can do that for it"


# --- 8: trolls ---


@attack(8, "one guest ends the game for all")
def point_8_abandon(arena: Arena) -> str:
    host, guest, path = two_browsers(arena)
    guest.form(f"{path}/abandon", {"seat": 1})
    expect(not look_at(host, path)["over"], "one tap of a guest ended the game")
    return "the game goes on while the other is present and has not agreed"


@attack(8, "a spectator takes a seat of the rematch")
def point_8_rematch(arena: Arena) -> str:
    host, guest, path = two_browsers(arena, "dizzle")
    end_by_all([host, guest], path)
    again = host.form(f"{path}/again", {"seat": 0})
    fresh = again.headers.get("location", "")
    expect(fresh.startswith("/t/") and fresh != path, "no rematch was opened: nothing is shown")
    troll = Client(arena.server, "127.0.0.99")
    sat = troll.form(f"{fresh}/sit", {"seat": 1, "name": "Troll"})
    api = troll.ask(f"/tables/{fresh.removeprefix('/t/')}/sit", {"name": "Troll 2", "seat": 1})
    expect(not sat.ok and not api.ok, "a stranger sits in the seat of somebody who played")
    followed = guest.form(f"{path}/follow", {"seat": 1})
    names = look_at(host, fresh)["names"]
    expect(followed.ok and names[1] == "Eve", f"the guest did not get the seat back: {names}")
    return "refused by page and API; the player gets the seat"


def end_by_all(people: list[Client], path: str) -> None:
    """All the people at a table agree to end the game."""
    people[0].form(f"{path}/abandon", {"seat": 0})
    for seat, person in enumerate(people[1:], start=1):
        person.form(f"{path}/end", {"seat": seat, "agree": 1})
    if not look_at(people[0], path)["over"]:
        raise ValueError("the game can't be ended by all together")


@attack(8, "one browser takes all free seats")
def point_8_all_seats(arena: Arena) -> str:
    host, troll = Client(arena.server, "127.0.0.2"), Client(arena.server, ATTACKER)
    path = host.open_table(
        game="dizzle", name="Ana", seat1="person", seat2="person", seat3="person"
    )
    taken = [
        troll.form(f"{path}/sit", {"seat": seat, "name": f"Troll {'ABC'[seat - 1]}"}).ok
        for seat in (1, 2, 3)
    ]
    expect(sum(taken) <= 1, f"a stranger sits in {sum(taken)} of 3 free seats")
    return "the second seat is refused"


@attack(8, "154 chat lines in a second")
def point_8_chat(arena: Arena) -> str:
    table = open_table(arena.server, "seis-dados", 2, 0)
    said = [
        table.seats[1].ask_once(f"{table.path}/chat", {"text": f"line {number}"}).status
        for number in range(154)
    ]
    accepted = said.count(200)
    expect(accepted <= 40, f"{accepted} of 154 lines are in the talk")
    expect(set(said) <= {200, 429}, f"strange answers: {sorted(set(said))}")
    host = table.seats[0].ask_once(f"{table.path}/chat", {"text": "hello"})
    expect(host.status == 200, f"the other seat can't talk either: {host.status}")
    return f"{accepted} lines accepted, the others 429; the other seat can talk"


@attack(8, "a removed person sits down again")
def point_8_removed(arena: Arena) -> str:
    host, troll = Client(arena.server, "127.0.0.2"), Client(arena.server, ATTACKER)
    path = host.open_table(game="dizzle", name="Ana", seat1="person", seat2="person")
    troll.form(f"{path}/sit", {"seat": 1, "name": "Troll"})
    stranger = Client(arena.server, "127.0.0.99")
    foreign = stranger.form(f"{path}/remove", {"seat": 1})
    removed = host.form(f"{path}/remove", {"seat": 1})
    names = look_at(host, path)["names"]
    expect(removed.ok and "Troll" not in names, f"the host can't remove anybody ({removed.status})")
    expect(not foreign.ok, "anybody can remove people")
    fresh = Client(arena.server, ATTACKER)
    tries = {
        "the removed browser": troll.form(f"{path}/sit", {"seat": 1, "name": "Troll"}),
        "a fresh cookie": fresh.form(f"{path}/sit", {"seat": 1, "name": "Trolla"}),
        "a program": fresh.ask(
            f"/tables/{path.removeprefix('/t/')}/sit", {"name": "Trollo", "seat": 1}
        ),
    }
    again = [who for who, answer in tries.items() if answer.ok]
    expect(not again, f"sits down again: {', '.join(again)}")
    return "refused, also with a fresh cookie; and nobody but the host can remove"


@attack(8, "strangers at a table of personal links")
def point_8_invited_only(arena: Arena) -> str:
    host, stranger = Client(arena.server, "127.0.0.2"), Client(arena.server, ATTACKER)
    new = {"game": "dizzle", "name": "Ana", "people": 3, "bots": 0, "invited_only": True}
    seated = host.ask("/tables", new).json
    path, host.token = f"/tables/{seated['table']}", seated["token"]
    page = f"/t/{seated['table']}"
    by_page = stranger.form(f"{page}/sit", {"seat": 1, "name": "Troll"})
    by_program = stranger.ask(f"{path}/sit", {"name": "Troll", "seat": 1})
    expect(not by_page.ok and not by_program.ok, "somebody without a personal link sits down")
    shown = stranger.ask(f"{path}/invitations")
    expect(not shown.ok, "strangers are shown the personal links")
    codes = {each["seat"]: each["invitation"] for each in host.ask(f"{path}/invitations").json}
    leaked = [code for code in codes.values() if code in stranger.page(page)]
    expect(not leaked, "the page shows the personal links to strangers")
    body = {"name": "Eve", "seat": 2, "invitation": codes[1]}
    expect(not stranger.ask(f"{path}/sit", body).ok, "the link of one seat opens another")
    body = {"name": "Eve", "seat": 1, "invitation": codes[1]}
    expect(stranger.ask(f"{path}/sit", body).ok, "the right link does not work")
    expect(not stranger.ask(f"{path}/sit", {**body, "name": "Eva"}).ok, "it works twice")
    return "only the link of a seat opens it, once; strangers are not shown it"


# --- 10: clocks ---


@attack(10, "a move and its undo, to regain time")
def point_10_undo(arena: Arena) -> str:
    """In Twenty One a decision to stand can be taken back until somebody has written."""
    table = open_table(arena.server, "twenty-one", 2, 0, clock="decision 30")
    seat, _, on = next_to_act(table)
    seen = []
    for _ in range(2):
        time.sleep(1.5)
        seen.append(table.look(seat)["clock"][seat])
        moved = table.seats[seat].ask(f"{table.path}/moves", {"text": "stand", "on": on})
        undone = table.seats[seat].ask(f"{table.path}/undo", {})
        if not (moved.ok and undone.ok):
            raise ValueError(f"{moved.status}, {undone.status}: no move could be taken back")
    seen.append(table.look(seat)["clock"][seat])
    expect(seen[0] > seen[1] >= seen[2], f"seconds left, with an undo after each: {seen}")
    return f"seconds left, never more: {', '.join(map(str, seen))}"
