"""Points 3 and 4: seeds that a server chooses, and tickets of drafts that are used again."""

import hashlib
import sqlite3
from pathlib import Path

from attacks.arena import Arena, Server
from attacks.client import Client, Table, play_to_the_end
from attacks.forging import Forged, played_anew
from attacks.records import honest_record
from attacks.report import NotFromOutside, attack, expect

# --- 3: the seed of a bot ---


@attack(3, "fingerprints of the table's own seeds, before any seed")
def point_3_prepared(arena: Arena) -> str:
    program = Client(arena.server)
    draft = program.ask("/draft").json
    prepared = draft.get("prepared")
    expect(prepared, "a draft shows the commitment only: the server may choose a bot's seed later")
    page = program.page("/new?game=seis-dados")
    expect("prepared" in page, "the page of a new table does not show them")
    new = {"game": "seis-dados", "name": "Ana", "bots": 1}
    seated = program.ask("/tables", {**new, "draft": draft["draft"], "seed": "ab" * 16}).json
    program.token = seated["token"]
    table = Table(seated["table"], [program])
    play_to_the_end(table)
    fair = Forged.copy_of(table.record()).fair
    expect(fair["prepared"] == prepared[:2], "the record has other prepared seeds than the draft")
    expect(fair["fingerprints"][1] == prepared[1], "the bot has another seed than the prepared one")
    expect(fair["made"] == [1], f"the record says that these seats brought no seed: {fair['made']}")
    return "shown with the draft; the bot's seed in the record is the one prepared for its seat"


@attack(3, "a game with a bot's seed that the server chose")
def point_3_chosen_seed(arena: Arena) -> str:
    """The forger changes nothing else: all dice and the result follow from the chosen seed."""
    honest = honest_record(arena, "seis-dados", 1, 1)
    if arena.verify(played_anew(honest).sealed())[0] != 0:
        raise ValueError("the forger can't even forge a game with honest seeds")
    passed = []
    for name, made in (("not in `made`", []), ("in `made`", [1])):
        forged = honest.copy()
        forged.fair["seeds"][1] = "5e" * 16
        forged.fair["fingerprints"][1] = hashlib.sha256(b"5e" * 16).hexdigest()
        forged.fair["made"] = made
        if "prepared" in forged.fair:
            forged.fair["prepared"][1] = forged.fair["fingerprints"][1]
        if arena.verify(played_anew(forged).sealed())[0] == 0:
            passed.append(name)
    expect(not passed, f"`cubilete verify` says yes to a chosen seed {', '.join(passed)}")
    return "refused, with the bot's seat in `made` and without"


# --- 4: tickets ---


def copied(arena: Arena) -> Path:
    """A backup of the running server's database, in a folder of its own."""
    folder = arena.folder / "copy"
    folder.mkdir(exist_ok=True)
    target = folder / "cubilete.sqlite"
    with sqlite3.connect(arena.data / target.name) as source, sqlite3.connect(target) as copy:
        source.backup(copy)
    return folder


def opened_again(server: Server, ticket: str) -> str:
    """The commitment of a table that an old ticket opens; "" where it is refused."""
    new = {"game": "seis-dados", "name": "Eve", "bots": 1, "draft": ticket, "seed": "cd" * 16}
    answer = Client(server).ask("/tables", new)
    return str(answer.json["commitment"]) if answer.status == 201 else ""


@attack(4, "a ticket whose secret was published, after a restore")
def point_4_restored(arena: Arena) -> str:
    if arena.database:
        raise NotFromOutside("made with SQLite: a backup is a file there")
    program = Client(arena.server)
    draft = program.ask("/draft").json
    before = copied(arena)
    new = {"game": "seis-dados", "name": "Ana", "bots": 1, "draft": draft["draft"]}
    seated = program.ask("/tables", new).json
    program.token = seated["token"]
    table = Table(seated["table"], [program])
    play_to_the_end(table)
    restored = arena.start("--restored", data=before)
    commitment = opened_again(restored, draft["draft"])
    expect(not commitment, f"the ticket opens a table again, with the promise {commitment[:8]}…")
    fresh = Client(restored).ask("/draft").json
    expect(opened_again(restored, fresh["draft"]), "the restored server opens no tables at all")
    return "`play --restored` refuses it and opens tables with new ones"


@attack(4, "tickets with other dates, names and signatures")
def point_4_forged(arena: Arena) -> str:
    ticket = str(Client(arena.server).ask("/draft").json["draft"])
    forged = [ticket[:-1], f"{ticket}0", ticket.replace(".", ".."), ticket[::-1], f"x{ticket}"]
    forged += [
        ticket[:at] + ("1" if letter != "1" else "2") + ticket[at + 1 :]
        for at, letter in enumerate(ticket)
        if at % 4 == 0
    ]
    for each in forged:
        expect(not opened_again(arena.server, each), f"the changed ticket {each} opens a table")
    expect(opened_again(arena.server, ticket), "the honest ticket opens none")
    expect(not opened_again(arena.server, ticket), "the same ticket opens two tables")
    expect(ticket.count(".") >= 2, "tickets have no date: they never expire")
    return f"{len(forged)} changed tickets are refused; expiry is tested in tests/web"
