"""Makes a database and records with the installed version: python tools/version_fixtures.py FOLDER
[few | documents]

Later versions must open them: tests/web/test_older_version.py does so with the folder
tests/fixtures/version-0.1, which this script wrote when version 0.1 was installed. Names, dice and
secrets differ in every run, so a folder that is committed is never written again. For a new
version, install it and write a new folder.

It starts a server of its own, opens tables of all games and plays them over HTTP into the states
that the names in `main` say; with the word `few` a small selection, one of them analysed, with the
word `documents` what is stored beside the tables: settings, results, an evening, a try at the daily
cup, a level of one's own, a subscription, an open table, a clock of a day.
FOLDER gets:

cubilete.sqlite     the server's database
links.json          with `documents`, the paths of the evening and the level, and the day of the cup
tables.json         of every table its game, its state, the tokens of its seats (they stay valid
                    because the database holds the key that signed them) and what the API showed
imported.json       what the API answered when a record was imported
records/            the record of every game that is over
simulated/          a record of every game by `cubilete simulate`
"""

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from cryptography.hazmat.primitives.asymmetric import ec
from ports import free_port

from cubilete.host.push.encryption import CURVE, point_of
from cubilete.host.push.vapid import encoded
from cubilete.table.plan import Plan
from cubilete.table.table import Table, load
from web.outcome_forms import OutcomeForm
from web.visitor import Visitor

RNG = random.Random(1)
FILE = "cubilete.sqlite"
GAMES = ("216", "dizzle", "pa-fuera", "seis-dados", "twenty-one")
SEED = "0123456789abcdef" * 2


@dataclass
class Sitting:
    """A table that the script opened, with the visitor of each seat that is a person's."""

    table: str
    game: str
    people: dict[int, Visitor] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"


class Maker:
    def __init__(self, address: str, database: Path) -> None:
        self.address = address
        self.database = database
        self.sittings: dict[str, Sitting] = {}
        self.links: dict[str, str] = {}
        """Of what is stored beside the tables."""

    # --- Opening tables ---

    def by_program(self, name: str, game: str, people: int, sit: int, **more: object) -> Sitting:
        """A table of `people` seats for programs, of which the first `sit` are taken; the first
        one brings a seed of its own."""
        draft = Visitor(self.address).ask("/draft")["draft"]
        new = {"game": game, "name": "Ana", "people": people, "draft": draft, "seed": SEED}
        seated = Visitor(self.address).ask("/tables", {"bots": 0, **new, **more})
        sitting = Sitting(str(seated["table"]), game)
        self.sittings[name] = sitting
        sitting.people[0] = Visitor(self.address, str(seated["token"]))
        for seat in range(1, sit):
            self.sit(sitting, seat, ("Luis", "Eva", "Leo", "Sol", "Mar")[seat - 1])
        return sitting

    def sit(self, sitting: Sitting, seat: int, name: str) -> None:
        body = {"name": name, "seat": seat}
        seated = Visitor(self.address).ask(f"{sitting.path}/sit", body)
        sitting.people[seat] = Visitor(self.address, str(seated["token"]))

    def by_form(
        self, name: str, host: Visitor, game: str, mine: int, **more: str | list[str]
    ) -> Sitting:
        """A table opened in the browser; the first `mine` seats are on this device."""
        _, where = host.send("/tables", game=game, name="Ana María", **more)
        sitting = Sitting(where.removeprefix("/t/"), game, dict.fromkeys(range(mine), host))
        self.sittings[name] = sitting
        return sitting

    # --- Playing ---

    def fold(self, sitting: Sitting) -> Table:
        """The table as the database keeps it, once no bot has anything to decide."""
        while True:
            connection = sqlite3.connect(self.database)
            ((plan,),) = connection.execute(
                "SELECT plan FROM tables WHERE id = ?", (sitting.table,)
            ).fetchall()
            entries = connection.execute(
                "SELECT entry FROM entries WHERE table_id = ? ORDER BY n", (sitting.table,)
            ).fetchall()
            connection.close()
            table = load(
                Plan.from_json(json.loads(plan)), [json.loads(entry) for (entry,) in entries]
            )
            if not table.bots_to_act():
                return table
            time.sleep(0.02)

    def play(self, sitting: Sitting, enough: Callable[[Table], bool]) -> Table:
        """Random moves of all people until it is enough, or the game is over."""
        while True:
            table = self.fold(sitting)
            if table.over or enough(table):
                return table
            self.step(sitting, table)

    def step(self, sitting: Sitting, table: Table) -> None:
        if table.awaits_real_dice():
            self.type_dice(sitting)
            return
        seat = RNG.choice(table.people_to_act())
        text = RNG.choice(table.state.legal_texts(seat))
        visitor = sitting.people[seat]
        if table.seats_of(table.seats[seat].owner)[0] == seat:
            move = {"text": text, "on": table.last_event(seat)}
            status, answer = visitor.try_to_ask(f"{sitting.path}/moves", move)
            assert status in (200, 409), answer  # a bot may have been quicker
        else:
            on, key = table.last_event(seat), f"{seat}.{table.revision}"
            visitor.send(f"/t/{sitting.table}/move", seat=seat, on=on, key=key, text=text)

    def type_dice(self, sitting: Sitting) -> None:
        """Answers the form that asks for real dice."""
        host = sitting.people[0]
        form = OutcomeForm(host.page(f"/t/{sitting.table}"))
        host.send(f"/t/{sitting.table}/fall", **{**form.fields, **form.answer(RNG)})

    def undo_once(self, sitting: Sitting) -> None:
        """Plays until a decision can be taken back, and takes it back."""
        table = self.play(sitting, lambda table: table.undoable_seat is not None)
        assert table.undoable_seat is not None
        sitting.people[table.undoable_seat].send(
            f"/t/{sitting.table}/undo", seat=table.undoable_seat
        )

    # --- What is written ---

    def write(self, folder: Path) -> None:
        tables: dict[str, object] = {}
        (folder / "records").mkdir()
        for name, sitting in self.sittings.items():
            table = self.fold(sitting)
            stranger = Visitor(self.address)
            tokens = {seat: visitor.token for seat, visitor in sitting.people.items()}
            state = "over" if table.over else "playing" if table.playing else "waiting"
            tables[name] = {
                "table": sitting.table,
                "game": sitting.game,
                "state": state,
                "tokens": tokens,
                "looks": {
                    token: Visitor(self.address, token).ask(sitting.path)
                    for token in sorted({"", *tokens.values()})
                },
            }
            if table.over:
                record = stranger.page(f"/t/{sitting.table}/record")
                (folder / "records" / f"{name}.jsonl").write_text(record, "utf-8", newline="")
        lines = (f"{json.dumps(name)}: {compact_json(told)}" for name, told in tables.items())
        (folder / "tables.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        if self.links:
            (folder / "links.json").write_text(json.dumps(self.links, indent=1) + "\n", "utf-8")


def compact_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def wait_for(address: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            Visitor(address).page("/")
            return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def entries(number: int) -> Callable[[Table], bool]:
    return lambda table: table.revision >= number


def never(table: Table) -> bool:
    return False


def make_tables(maker: Maker) -> None:
    # Everybody thinks for too long at this one: the others are made meanwhile.
    late = maker.by_program("clock-run-out", "seis-dados", 2, 2, clock="decision 30")
    begun = time.monotonic()

    waiting = maker.by_program("waiting", "seis-dados", 2, 1, options={"end_at": 1})
    host = waiting.people[0]
    host.ask(f"{waiting.path}/chat", {"text": "¿Quién falta?"})
    maker.by_form("waiting-by-link", host, "twenty-one", 1, seat1="person", seat2="bot random")
    maker.by_program("waiting-with-bots", "pa-fuera", 2, 1, bots=2, bot=["random", "novice"])

    undone = maker.by_program("chat-and-undo", "dizzle", 2, 2, options={"level": 2})
    maker.undo_once(undone)
    undone.people[1].ask(f"{undone.path}/chat", {"text": "Good luck <all> & everybody"})
    maker.play(undone, entries(12))

    with_bots = maker.by_program("with-bots", "twenty-one", 2, 2, bots=2, bot="random")
    maker.play(with_bots, entries(14))

    maker.play(maker.by_program("hidden-dice", "pa-fuera", 3, 3, bots=1), entries(9))

    hidden = maker.by_program("hidden-choices", "twenty-one", 3, 3)
    maker.play(hidden, lambda table: table.revision > 10 and table.state.sealed())

    stand_in = maker.by_program("stand-in", "seis-dados", 3, 3, options={"end_at": 1})
    maker.play(stand_in, entries(8))
    stand_in.people[1].send(f"/t/{stand_in.table}/stand-in", seat=1, bot=1, **{"for": 1})
    maker.play(stand_in, entries(16))

    device = maker.by_form(
        "shared-device", host, "216", 2, seat1="local", name1="Luis", clock="game 1200"
    )
    maker.play(device, entries(20))
    host.send(f"/t/{device.table}/hand-over", seat=1)
    host.send(f"/t/{device.table}/take", seat=1)
    maker.play(device, entries(26))
    host.send(f"/t/{device.table}/hand-over", seat=0)

    real = maker.by_form(
        "real-dice",
        host,
        "seis-dados",
        2,
        seat1="local",
        name1="Eva",
        dice="real",
        lowest_wins="true",
        categories=["ones", "pair", "straight-3", "jokers"],
    )
    maker.play(real, entries(4))
    maker.undo_once(real)
    maker.play(real, lambda table: table.revision > 9 and table.awaits_real_dice())

    maker.play(maker.by_program("over-216", "216", 1, 1), never)
    maker.play(maker.by_program("over-dizzle", "dizzle", 1, 1, bots=1), never)
    short = {"end_at": 1, "categories": ["ones", "pair", "sevens", "jokers"]}
    maker.play(maker.by_program("over-seis-dados", "seis-dados", 2, 2, options=short), never)
    maker.play(maker.by_program("over-twenty-one", "twenty-one", 2, 2, clock="game 600"), never)
    played = maker.by_program("over-pa-fuera", "pa-fuera", 3, 3)
    maker.play(played, never)
    played.people[2].ask(f"{played.path}/chat", {"text": "¡Otra!"})
    _, where = played.people[0].send(f"/t/{played.table}/again", seat=0, seed=SEED)
    played.people[1].send(f"/t/{played.table}/follow", seat=1, seed=SEED)
    maker.sittings["rematch"] = Sitting(where.removeprefix("/t/"), "pa-fuera", dict(played.people))

    maker.play(maker.by_form("over-real-dice", host, "dizzle", 1, dice="real"), never)
    given_up = maker.by_program("abandoned", "216", 2, 2)
    maker.play(given_up, entries(9))
    for seat, person in given_up.people.items():  # both agree
        person.send(f"/t/{given_up.table}/abandon", seat=seat)

    while time.monotonic() < begun + 32:
        host.page(f"/t/{late.table}")
        time.sleep(1)
    assert maker.fold(late).late_seat is not None
    maker.play(late, entries(9))


def make_few_tables(maker: Maker) -> None:
    """Ana's finished and running games: what her own page needs."""
    ana = maker.by_program("waiting", "seis-dados", 2, 1, options={"end_at": 1})
    short: dict[str, str | list[str]] = {"categories": ["ones", "pair", "sevens", "jokers"]}
    games: dict[str, tuple[str, dict[str, str | list[str]]]] = {
        "over-216": ("216", {"seat1": ""}),
        "over-dizzle": ("dizzle", {"seat1": "", "level": "2"}),
        "over-seis-dados": ("seis-dados", {"seat1": "bot normal", **short}),
        "playing-twenty-one": ("twenty-one", {"seat1": "bot random"}),
        "playing-pa-fuera": ("pa-fuera", {"seat1": "bot random", "seat2": "bot random"}),
    }
    host = ana.people[0]
    for name, (game, chosen) in games.items():
        sitting = maker.by_form(name, host, game, 1, **chosen)
        maker.play(sitting, never if name.startswith("over") else entries(9))
    path = maker.sittings["over-seis-dados"].path
    host.ask(f"{path}/analysis", {})
    while host.ask(f"{path}/analysis/progress")["state"] != "done":
        time.sleep(0.1)


def make_documents(maker: Maker) -> None:
    """Documents of every kind; Ana's and Luis's, where they are somebody's."""
    left = maker.by_program("left", "twenty-one", 3, 2)
    ana, luis = left.people[0], left.people[1]
    luis.send(f"/t/{left.table}/leave", seat=1)
    ana.send("/you", name="Ana María", face="owl", lang="en", theme="dark")
    maker.play(maker.by_form("over-dizzle", ana, "dizzle", 1, seat1="", level="2"), never)
    ana.page("/you")
    waiting = maker.by_form("waiting-open", ana, "216", 1, seat1="person")
    ana.send(f"/t/{waiting.table}/open", open="1")
    clock = {"seat1": "bot random", "clock": "decision 86400"}
    maker.play(maker.by_form("over-days", ana, "seis-dados", 1, **clock), entries(4))
    key = encoded(point_of(ec.generate_private_key(CURVE).public_key()))
    fields = {"endpoint": "https://push.example/ana", "p256dh": key, "auth": encoded(bytes(16))}
    body = urlencode({"token": ana.form_token, **fields}).encode()
    status, answer, _ = ana.open("/push", body)
    assert status == 204, answer
    make_gatherings(maker, ana, luis)
    _, level = ana.send("/workshop", game="dizzle", start="1")
    ana.send(level, name="El patio")
    maker.links["workshop"] = level


def make_gatherings(maker: Maker, ana: Visitor, luis: Visitor) -> None:
    """An evening in its second game, and a try at the cup of the day."""
    _, evening = ana.send("/evening", choice="turn", name="Ana María")
    luis.send(f"{evening}/join", name="Luis")
    for number, game in enumerate(("twenty-one", "216")):
        chooser = (ana, luis)[number]
        _, where = chooser.send(f"{evening}/choose", number=number, game=game)
        sitting = Sitting(where.removeprefix("/t/"), game, {0: ana, 1: luis})
        maker.sittings[f"evening-{number}"] = sitting
        maker.play(sitting, entries(9) if number else never)
        ana.page(evening)
    day = datetime.now(UTC).date().isoformat()
    _, where = ana.send("/cup/216", day=day, name="Ana María")
    maker.sittings["cup"] = Sitting(where.removeprefix("/t/"), "216", {0: ana})
    maker.play(maker.sittings["cup"], never)
    maker.links |= {"evening": evening, "day": day}


def compact(database: Path) -> None:
    """One file without a log beside it, as small as it can be."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("VACUUM")
    connection.close()


def simulate(folder: Path) -> None:
    for game in GAMES:
        with tempfile.TemporaryDirectory() as made:
            command = [sys.executable, "-m", "cubilete.cli", "simulate", game]
            subprocess.run([*command, "--records", made], check=True, stdout=subprocess.DEVNULL)
            (record,) = Path(made).iterdir()
            shutil.copyfile(record, folder / f"{game}.jsonl")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    (folder / "simulated").mkdir()
    simulate(folder / "simulated")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "cubilete.cli", "play", "--host", "127.0.0.1"),
                *("--port", str(port), "--data", data, "--pace", "0", "--no-browser"),
                "--open-tables",
            ],
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for(address)
            maker = Maker(address, Path(data) / FILE)
            make = {"few": make_few_tables, "documents": make_documents}
            make.get(sys.argv[2] if len(sys.argv) > 2 else "", make_tables)(maker)
            record = (folder / "simulated" / "pa-fuera.jsonl").read_bytes()
            status, answer, _ = Visitor(address).open(
                "/api/records", record, {"Content-Type": "application/x-ndjson"}
            )
            assert status == 201, answer
            maker.write(folder)
            (folder / "imported.json").write_text(answer + "\n", "utf-8")
        finally:
            server.terminate()
            server.wait(timeout=30)
        compact(Path(data) / FILE)
        shutil.copyfile(Path(data) / FILE, folder / FILE)


if __name__ == "__main__":
    main()
