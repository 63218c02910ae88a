"""Players over HTTP that send a request again until it is answered, and check all answers.

Fault tests use them: whatever happens to the server, each acknowledged move must be in the record
once, and no event may ever change.
"""

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

from .waiting import TIMEOUT, wait_until

REFUSED = "told that nothing can be written"


class NoAnswer(Exception):
    """No connection, a connection that was cut before the answer, or status 503."""


@dataclass
class Notes:
    """Counters and faults of all players. Their threads share one object."""

    counts: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    faults: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    """The tokens of all seats: none may be in a log."""

    def count(self, what: str, number: int = 1) -> None:
        with self.lock:
            self.counts[what] += number

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Waits; fails as soon as a player reports a fault."""

        def true_and_no_faults() -> bool:
            assert not self.faults, self.faults
            return condition()

        wait_until(true_and_no_faults, f"the condition at {dict(self.counts)}")

    def wait_for_more(self, what: str, number: int) -> None:
        """Waits until a counter has grown by a number."""
        least = self.counts[what] + number
        self.wait_for(lambda: self.counts[what] >= least)


@dataclass
class Sitting:
    """A table, the tokens of its seats, and what the server has told and acknowledged."""

    path: str
    tokens: list[str]
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    told: list[dict[int, tuple[object, str]]] = field(default_factory=list)
    """For each seat the events that it was told, by their numbers."""


class Client(threading.Thread):
    """Does something over HTTP until it is told to stop, and then checks what it did."""

    def __init__(self, address: str, name: str, notes: Notes, seed: str) -> None:
        super().__init__(name=name, daemon=True)
        parts = urllib.parse.urlsplit(address)
        self.host, self.port = str(parts.hostname), parts.port
        self.notes = notes
        self.rng = random.Random(f"{seed} {name}")
        self.stopping = threading.Event()
        self.answers = 0
        """Answers that it has dealt with."""

    def run(self) -> None:
        try:
            self.work()
        except Exception as error:
            self.notes.faults.append(f"{self.name}: {error!r}")

    def work(self) -> None:
        raise NotImplementedError

    def exchange(
        self, path: str, headers: dict[str, str], body: str | None = None, hang_up: bool = False
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """One request and its answer, or NoAnswer. `hang_up` sends it without waiting."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT)
        try:
            connection.request("GET" if body is None else "POST", path, body, headers)
            if hang_up:
                raise NoAnswer
            answer = connection.getresponse()
            content = answer.read()
            self.answers += 1
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer from error
        finally:
            connection.close()
        if answer.status == 503:
            assert content, "503 comes without a sentence"
            self.notes.count(REFUSED)
            raise NoAnswer
        return answer, content

    def insist(
        self, path: str, headers: dict[str, str], body: str | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Sends the same request until it is answered."""
        while True:
            try:
                answer, content = self.exchange(path, headers, body)
            except NoAnswer:
                time.sleep(0.02)
                continue
            if answer.status != 429:
                return answer, content
            self.notes.count("told to slow down")
            time.sleep(0.2)


class Player(Client):
    """Plays all seats of people at one table after another, and compares each with its record.

    When told to stop, it ends the game that it is in.
    """

    def __init__(
        self, address: str, game: str, people: int, bots: int, notes: Notes, seed: str
    ) -> None:
        super().__init__(address, f"{game} {people} {bots}", notes, seed)
        self.game, self.people, self.bots = game, people, bots

    # --- One request ---

    def ask(
        self, path: str, token: str = "", body: object = None, hang_up: bool = False
    ) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        sent = None if body is None else json.dumps(body)
        answer, content = self.exchange(path, headers, sent, hang_up)
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

    def work(self) -> None:
        while not self.stopping.is_set():
            sitting = self.sit_down()
            if sitting is not None:
                self.play(sitting)
                self.check(sitting)

    def sit_down(self) -> Sitting | None:
        """None if an answer was lost: the seat may be taken, and its token is unknown."""
        new = {"game": self.game, "name": "P0", "people": self.people, "bots": self.bots}
        first = self.ask_until_answered("/api/tables", body=new)
        path, tokens = f"/api/tables/{first['table']}", [str(first["token"])]
        for seat in range(1, self.people):
            body = {"name": f"P{seat}", "seat": seat}
            try:
                while (answer := self.ask(f"{path}/sit", body=body))[0] == 429:
                    time.sleep(0.2)
            except NoAnswer:
                return None
            status, content = answer
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
        """Checks that no event differs from what was told before."""
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
        """Sends a move with the same key until it is acknowledged. It may be refused where a bot
        acted first, and must not be in the record then."""
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
        """Checks that the record has each acknowledged move once, in order, and no other."""
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
"""Game, people and bots of each player."""
