"""Clients of the fault tests beside the players: rematches by the forms of pages, and imports."""

import hashlib
import http.client
import json
import re
import time
from urllib.parse import urlencode

from cubilete import Match, find_game, read_record
from cubilete.core.fair import verify
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat

from .players import Client, Notes

CATEGORIES = ["ones", "twos", "pair"]
"""A game of few turns, so that there are many rematches."""


def form_fields(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form with this action."""
    form = re.search(rf'<form[^>]* action="{re.escape(action)}".*?</form>', page, re.DOTALL)
    assert form, f"no form {action}"
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0]))


class PagePlayer(Client):
    """A browser without script: short games against a bot, and a rematch after each.

    It sends a form again until it is answered. Each acknowledged move must be in the record once,
    and each acknowledged rematch must be there in the end, with the seed that came with it.
    """

    def __init__(self, address: str, notes: Notes, seed: str) -> None:
        super().__init__(address, "pages", notes, seed)
        self.cookie = ""
        self.rematches: list[tuple[str, str]] = []

    # --- Pages ---

    def page(self, path: str) -> str:
        answer, content = self.insist(path, {"Cookie": self.cookie})
        assert answer.status == 200, (path, answer.status, content)
        self.take_cookie(answer)
        return content.decode()

    def take_cookie(self, answer: http.client.HTTPResponse) -> None:
        given = answer.getheader("set-cookie", "")
        if given.startswith("cubilete="):
            self.cookie = given.partition(";")[0]

    def send(self, path: str, fields: dict[str, str | list[str]]) -> str:
        """Sends a form; returns where it leads."""
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        answer, content = self.insist(path, headers, urlencode(fields, doseq=True))
        assert answer.status == 303, (path, fields, answer.status, content)
        return str(answer.getheader("location"))

    # --- Games ---

    def work(self) -> None:
        seed = self.new_seed()
        path = self.open_table(seed)
        while True:
            self.play(path, seed)
            if self.stopping.is_set():
                break
            seed = self.new_seed()
            fresh = self.ask_for_rematch(path, seed)
            self.rematches.append((path, fresh))
            self.notes.count("rematches")
            path = fresh
        for old, fresh in self.rematches:
            follow = form_fields(self.page(old), f"{old}/follow")
            assert follow, f"the rematch {fresh} of {old} is lost"
            assert f'data-table="{fresh.removeprefix("/t/")}"' in self.page(old)
        self.notes.count("rematches found", len(self.rematches))

    def new_seed(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    def open_table(self, seed: str) -> str:
        self.page("/")
        fields = form_fields(self.page("/"), "/tables")
        fields.pop("now", None)
        new = {"game": "seis-dados", "name": "Page", "seat1": "bot", "seed": seed}
        return self.send("/tables", {**fields, **new, "categories": CATEGORIES})

    def ask_for_rematch(self, path: str, seed: str) -> str:
        fields = form_fields(self.page(path), f"{path}/again")
        fresh = self.send(f"{path}/again", {**fields, "seed": seed})
        assert fresh not in (path, *(table for _, table in self.rematches))
        return fresh

    def play(self, path: str, seed: str) -> None:
        """Plays seat 0 until the game is over, and compares it with its record."""
        api = path.replace("/t/", "/api/tables/")
        token = form_fields(self.page("/"), "/tables")["token"]
        match = Match(find_game("seis-dados"), ["Page", "Bot"], {"categories": CATEGORIES})
        acknowledged: list[str] = []
        while not match.state.over:
            answer, content = self.insist(f"{api}?after={len(match.events)}", {})
            assert answer.status == 200, content
            look = json.loads(content)
            for event in look["events"]:
                by = event["by"] if isinstance(event["by"], int) else CHANCE
                assert event["n"] == len(match.events) + 1
                match.play(by, event["text"])
            if 0 not in match.state.to_act:
                time.sleep(0.01)
                continue
            text = self.rng.choice(match.state.legal_texts(0))
            key = f"{self.rng.getrandbits(64):x}.{look['revision']}"
            move = {"token": token, "seat": "0", "on": str(look["on"]), "key": key, "text": text}
            assert self.send(f"{path}/move", {**move}) == path
            acknowledged.append(text)
            self.notes.count("moves by forms")
        answer, content = self.insist(f"{path}/record", {})
        assert answer.status == 200, content
        record = read_record(content)
        assert [event.text for event in record.events if event.by == 0] == acknowledged
        assert verify(record) > 0
        fair = record.header.more["fair"]
        assert isinstance(fair, dict)
        seeds = fair["seeds"]
        assert isinstance(seeds, list)
        assert seeds[0] == seed
        self.notes.count("games by forms")


class Importer(Client):
    """Imports records; those that were acknowledged must be there in the end."""

    def __init__(self, address: str, notes: Notes, seed: str) -> None:
        super().__init__(address, "imports", notes, seed)
        self.imported: dict[str, str] = {}

    def work(self) -> None:
        while not self.stopping.is_set():
            text = self.new_record()
            body = {"Content-Type": "application/x-ndjson"}
            answer, content = self.insist("/api/records", body, text)
            assert answer.status == 201, content
            name = str(json.loads(content)["record"])
            assert name == hashlib.sha256(text.encode()).hexdigest()[:32]
            self.imported[f"/r/{name}"] = text
            self.notes.count("imports")
            self.stopping.wait(0.3)
        for path, text in self.imported.items():
            answer, content = self.insist(f"{path}/record", {})
            assert (answer.status, content.decode()) == (200, text)
            assert self.insist(path, {})[0].status == 200
        self.notes.count("imports found", len(self.imported))

    def new_record(self) -> str:
        """The beginning of a random game."""
        rng = seeded("import", self.rng.getrandbits(64))
        match = Match(find_game("dizzle"), [f"P{self.rng.getrandbits(32)}"])
        while len(match.events) < 20 and not match.state.over:
            by = CHANCE if match.state.turn() == CHANCE else pick_seat(match.state.acting(), rng)
            match.apply(
                by, match.state.sample(rng) if by == CHANCE else match.state.choose(by, rng)
            )
        return match.record().to_text()
