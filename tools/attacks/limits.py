"""Points 11 and 12: identities that cost nothing, other websites, and a foreign Host."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from attacks.arena import Arena
from attacks.client import Answer, Client
from attacks.forging import long_record
from attacks.report import attack, expect

ATTACKER = "127.0.0.66"
EVIL = "evil.example"
NEW_TABLE = {"game": "dizzle", "name": "Ana", "now": "1"}
TRIES = 60
MOST = 50
"""Imports of one address that may be stored: those allowed at once, and a few more on a machine
so busy that the attack takes minutes."""


def small_record(number: int) -> str:
    """A game that has just begun, different for each number."""
    header = {
        "format": "cubilete-record/1",
        "game": "seis-dados",
        "edition": 1,
        "players": [f"Ana {number}", "Luis"],
        "options": {},
        "material": {},
    }
    event = {"n": 1, "by": "chance", "text": "start 0"}
    return f"{json.dumps(header)}\n{json.dumps(event)}\n"


def check_imports(send: Callable[[int], Answer]) -> str:
    statuses = [send(number).status for number in range(TRIES)]
    accepted = sum(status in (201, 303) for status in statuses)
    expect(accepted <= MOST, f"{accepted} of {TRIES} imports are stored")
    expect(accepted, f"no import is stored at all: {sorted(set(statuses))}")
    expect(statuses.count(429) == TRIES - accepted, f"strange answers: {sorted(set(statuses))}")
    return f"{accepted} of {TRIES} imports are stored, the others are 429"


@attack(11, "imports with a fresh cookie each")
def point_11_fresh_cookies(arena: Arena) -> str:
    def send(number: int) -> Answer:
        browser = Client(arena.server, "127.0.0.66")
        fields = {"token": browser.form_token(), "text": small_record(number)}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return browser.send("POST", "/replay", urlencode(fields).encode(), kind)

    return check_imports(send)


@attack(11, "imports with made-up proxy headers")
def point_11_forwarded_for(arena: Arena) -> str:
    def send(number: int) -> Answer:
        forged = f"198.51.100.{number}"
        headers = {"X-Forwarded-For": forged, "Forwarded": f"for={forged}", "X-Real-IP": forged}
        body = small_record(1000 + number).encode()
        program = Client(arena.server, "127.0.0.67")
        return program.send(
            "POST", "/api/records", body, {**headers, "Content-Type": "application/x-ndjson"}
        )

    return check_imports(send)


@attack(11, "POSTs that another website makes a browser send")
def point_11_cross_site(arena: Arena) -> str:
    """A browser tells where a request comes from by Origin, Sec-Fetch-Site or both."""
    passed = []
    table = Client(arena.server).ask("/tables", {"game": "dizzle", "bots": 0}).json
    for headers in (
        {"Origin": f"https://{EVIL}"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": f"http://127.0.0.1:{arena.server.port + 1}"},
    ):
        victim = Client(arena.server, "127.0.0.5")
        plain = {**headers, "Content-Type": "text/plain"}
        sent = {
            "a record as text/plain": victim.send(
                "POST", "/api/records", small_record(2000).encode(), plain
            ),
            "a table as JSON": victim.ask("/tables", {"game": "dizzle", "bots": 0}, headers),
            "a table as text/plain": victim.send(
                "POST", "/api/tables", b'{"game":"dizzle","bots":0}', plain
            ),
            "a move": Client(arena.server, token=table["token"]).ask(
                f"/tables/{table['table']}/chat", {"text": "hello"}, headers
            ),
            "a form": victim.form("/tables", NEW_TABLE, headers),
        }
        said = "/".join(headers.values())
        passed += [f"{what} ({said})" for what, answer in sent.items() if answer.ok]
        strange = [
            f"{what}: {answer.status}" for what, answer in sent.items() if answer.status >= 500
        ]
        expect(not strange, f"errors of the server: {', '.join(strange)}")
    expect(not passed, f"accepted: {', '.join(passed)}")
    own = {"Origin": arena.server.address, "Sec-Fetch-Site": "same-origin"}
    honest = Client(arena.server, "127.0.0.6").form("/tables", NEW_TABLE, own)
    expect(honest.status == 303, f"the site's own form is refused: {honest.status}")
    return "20 of 20 are refused; the site's own form is not"


@attack(11, "a full disk by imports")
def point_11_quota(arena: Arena) -> str:
    """The quota is for the whole server, so many addresses do not help."""
    server = arena.start("--quota", "1", data=arena.folder / "small")
    statuses = []
    for number in range(60):
        record = long_record(number, 1200)
        address = f"127.0.1.{number + 1}"
        answer = Client(server, address).send(
            "POST", "/api/records", record.encode(), {"Content-Type": "application/x-ndjson"}
        )
        statuses.append(answer.status)
    stored = statuses.count(201)
    expect(0 < stored < 60, f"{stored} of 60 records are stored with a quota of 1 MB")
    expect(max(statuses) <= 507, f"strange answers: {sorted(set(statuses))}")
    return f"{stored} of 60 records are stored with a quota of 1 MB, then {statuses[-1]}"


LENGTHS = (25_000, 9_500)
"""Events of long records: the second where the server refuses the first."""
MOST_MEGABYTES = 100


def megabytes(process: int) -> float:
    """The memory of a process."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@attack(11, "ten long records in memory")
def point_11_memory(arena: Arena) -> str:
    server = arena.start(data=arena.folder / "long")
    lines = long_record(1, LENGTHS[0]).splitlines(keepends=True)
    kind = {"Content-Type": "application/x-ndjson"}
    for length in LENGTHS:
        before = megabytes(server.process.pid)
        for number in range(10):
            client = Client(server, f"127.0.4.{number + 1}")
            text = "".join(lines[: length + 1]).replace('"Ana"', f'"Ana {number}"', 1)
            stored = client.send("POST", "/api/records", text.encode(), kind)
            if stored.status == 422:
                break
            shown = client.send_patiently("GET", f"{stored.json['link']}?n={length // 2}")
            expect(shown.status == 200, f"a long record is not shown: {shown.status}")
        else:
            grown = megabytes(server.process.pid) - before
            seen = f"ten records of {length} events, all looked at, take {grown:.0f} MB"
            expect(grown < MOST_MEGABYTES, seen)
            return seen
    raise ValueError(f"no long record is stored: {stored.text[:200]}")


# --- 12: Host ---


@attack(12, "a foreign Host, and links built from it")
def point_12_host(arena: Arena) -> str:
    victim = Client(arena.server, "127.0.0.2")
    path = victim.open_table(game="dizzle", name="Ana", seat1="person")
    answered = []
    for host in (EVIL, f"{EVIL}:{arena.server.port}", f"127.0.0.1.{EVIL}", f"localhost.{EVIL}"):
        for page in (path, f"{path}/invite", f"{path}/device", "/"):
            answer = victim.get(page, {"Host": host})
            expect(f"//{host}" not in answer.text, f"{page} with Host {host} links to it")
            if answer.status == 200:
                answered.append(f"{page} with Host {host}")
    expect(not answered, f"answered: {', '.join(answered)}")
    return "16 of 16 requests are refused, and nothing links to it"


@attack(12, "a foreign X-Forwarded-Host or Forwarded")
def point_12_forwarded_host(arena: Arena) -> str:
    victim = Client(arena.server, "127.0.0.2")
    path = victim.open_table(game="dizzle", name="Ana", seat1="person")
    for header, value in (
        ("X-Forwarded-Host", EVIL),
        ("Forwarded", f"host={EVIL};proto=https"),
        ("X-Forwarded-Server", EVIL),
        ("X-Original-URL", f"https://{EVIL}/"),
    ):
        for page in (path, f"{path}/invite"):
            text = victim.get(page, {header: value, "X-Forwarded-Proto": "https"}).text
            expect(EVIL not in text, f"{page} believes {header}")
            links = re.findall(r'value="(https?://[^"]+)"', text)
            expect(
                all(link.startswith("http://") for link in links),
                f"{page} believes X-Forwarded-Proto: {links}",
            )
    return "links keep the address that the browser used"
