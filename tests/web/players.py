"""Players over HTTP who remember what they were told, and do not give up when nobody answers."""

import http.client
import json
import random
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from cubilete import read_record
from cubilete.core.fair import verify

REFUSED = "told that nothing can be written"


class NoAnswer(Exception):
    """The server is not there, was killed before it answered, or can't write now."""


@dataclass
class Notes:
    """What all players have seen together."""

    counts: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    faults: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    """What nobody else may know, a log least of all."""

    def count(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1

    def wait_for(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not condition():
            assert not self.faults, self.faults
            assert time.monotonic() < deadline, dict(self.counts)
            time.sleep(0.005)

    def wait_for_more(self, what: str, number: int) -> None:
        """Until so many more have been counted than now."""
        least = self.counts[what] + number
        self.wait_for(lambda: self.counts[what] >= least)


@dataclass
class Sitting:
    """A table as one player knows it: the tokens of its seats and every acknowledged move."""

    path: str
    tokens: list[str]
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    told: list[dict[int, tuple[object, str]]] = field(default_factory=list)
    """The events that each seat was told, by their numbers."""


class Player(threading.Thread):
    """Plays all the people's seats of one table after another until told to stop; then ends the
    last one and checks every table against its record."""

    def __init__(
        self, address: str, game: str, people: int, bots: int, notes: Notes, seed: int
    ) -> None:
        super().__init__(name=f"{game} {seed}", daemon=True)
        parts = urllib.parse.urlsplit(address)
        self.host, self.port = str(parts.hostname), parts.port
        self.game, self.people, self.bots = game, people, bots
        self.notes = notes
        self.rng = random.Random(seed)
        self.stopping = threading.Event()

    # --- One request ---

    def ask(
        self, path: str, token: str = "", body: object = None, hang_up: bool = False
    ) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            method = "GET" if body is None else "POST"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            if hang_up:
                raise NoAnswer
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer from error
        finally:
            connection.close()
        if answer.status == 503:
            assert json.loads(content)["detail"], "503 comes with a sentence"
            self.notes.count(REFUSED)
            raise NoAnswer
        return answer.status, content

    def ask_until_answered(
        self, path: str, token: str = "", body: object = None
    ) -> dict[str, object]:
        while True:
            try:
                status, content = self.ask(path, token, body)
            except NoAnswer:
                time.sleep(0.02)
                continue
            if status == 429:
                time.sleep(0.2)
                continue
            assert status in (200, 201), (path, body, status, content)
            found: dict[str, object] = json.loads(content)
            return found

    # --- A table ---

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                sitting = self.sit_down()
                if sitting is not None:
                    self.play(sitting)
                    self.check(sitting)
        except Exception as error:
            self.notes.faults.append(f"{self.name}: {error!r}")

    def sit_down(self) -> Sitting | None:
        """None where the answer to a wish to sit was lost: the seat is taken by nobody then."""
        new = {"game": self.game, "name": "P0", "people": self.people, "bots": self.bots}
        first = self.ask_until_answered("/api/tables", body=new)
        path, tokens = f"/api/tables/{first['table']}", [str(first["token"])]
        for seat in range(1, self.people):
            try:
                status, content = self.ask(f"{path}/sit", body={"name": f"P{seat}", "seat": seat})
            except NoAnswer:
                return None
            assert status == 201, content
            tokens.append(str(json.loads(content)["token"]))
        self.notes.count("tables")
        self.notes.tokens.extend(tokens)
        return Sitting(path, tokens, told=[{} for _ in tokens])

    def look(self, sitting: Sitting, seat: int) -> dict[str, object]:
        look = self.ask_until_answered(sitting.path, sitting.tokens[seat])
        self.remember(sitting, seat, look)
        return look

    @staticmethod
    def remember(sitting: Sitting, seat: int, look: dict[str, object]) -> None:
        """What was told once is never told otherwise."""
        events = look["events"]
        assert isinstance(events, list)
        for event in events:
            told = sitting.told[seat].setdefault(event["n"], (event["by"], event["text"]))
            assert told == (event["by"], event["text"]), f"event {event['n']} was {told}"

    def play(self, sitting: Sitting) -> None:
        while True:
            for seat in range(self.people):
                look = self.look(sitting, seat)
                if look["over"]:
                    return
                view = look["view"]
                assert isinstance(view, dict)
                if view["legal"]:
                    self.move(sitting, seat, self.rng.choice(view["legal"]), look["on"])

    def move(self, sitting: Sitting, seat: int, text: str, on: object) -> None:
        """Sends a move, with the same key, until it is acknowledged, or refused because a bot
        was quicker: then it must not be in the record."""
        body = {"text": text, "on": on, "key": f"{self.rng.getrandbits(64):x}"}
        tries = 0
        while True:
            tries += 1
            hang_up = tries == 1 and self.rng.random() < 0.05
            try:
                status, content = self.ask(
                    f"{sitting.path}/moves", sitting.tokens[seat], body, hang_up
                )
            except NoAnswer:
                time.sleep(0.02)
                continue
            if status == 429:
                self.notes.count("told to slow down")
                time.sleep(0.2)
                continue
            if status == 409 and self.bots:
                self.notes.count("too late")
                return
            assert status == 200, (body, tries, status, content)
            break
        sitting.acknowledged.append((seat, text))
        self.remember(sitting, seat, json.loads(content))
        self.notes.count("moves")
        if tries > 1:
            self.notes.count("moves sent again")

    def check(self, sitting: Sitting) -> None:
        """Every acknowledged move is in the record once, in its order, and nothing else is."""
        while True:
            try:
                status, content = self.ask(f"{sitting.path}/record")
            except NoAnswer:
                time.sleep(0.02)
                continue
            assert status == 200, content
            break
        record = read_record(content)
        played = [
            (event.by, event.text)
            for event in record.events
            if isinstance(event.by, int) and event.by < self.people
        ]
        assert played == sitting.acknowledged
        kept = {event.n: (event.by, event.text) for event in record.events}
        for told in sitting.told:
            assert told.items() <= kept.items()
        assert verify(record) > 0
        self.notes.count("games ended and compared")


GAMES = (
    ("seis-dados", 2, 1),
    ("dizzle", 2, 0),
    ("216", 2, 1),
    ("twenty-one", 2, 1),
    ("pa-fuera", 2, 1),
    ("dizzle", 1, 0),
)
"""Games with their people and bots."""


def players_at(address: str, notes: Notes) -> list[Player]:
    players = [
        Player(address, game, people, bots, notes, seed)
        for seed, (game, people, bots) in enumerate(GAMES)
    ]
    for player in players:
        player.start()
    return players


def check_log(printed: str, notes: Notes) -> None:
    assert notes.tokens
    for token in notes.tokens:
        assert token.partition(".")[0] not in printed


def let_them_end(players: list[Player], notes: Notes) -> None:
    """They end their games and compare them with the records."""
    for player in players:
        player.stopping.set()
    notes.wait_for(lambda: not any(player.is_alive() for player in players))
    assert not notes.faults, notes.faults
    assert notes.counts["games ended and compared"] >= len(players)
    print(dict(notes.counts))
