"""No byte sent to a seat tells it what it may not know: pages, streams, API, over the wire.

Two servers hold the same table, except for something that the seat can't see. Whatever it asks,
both must answer with the same bytes.
"""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import find_game
from cubilete.core.json_types import JsonObject
from cubilete.store.sqlite import SqliteStore
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app
from cubilete.web.people import People, Person

SECRET = bytes(range(32))
PEOPLE = People(SECRET)
SITTERS = [Person(f"{seat:032x}", known=True) for seat in range(3)]
FRESH = re.compile(r'name="key" value="[0-9a-f]*"')

Variant = list[JsonObject]


def table_with(slug: str, falls: list[str]) -> tuple[Plan, Variant]:
    """A table of three at which these dice and cards fell first."""
    game = find_game(slug)
    setup = game.setup(3, {})
    plan = Plan("t", slug, (PERSON,) * 3, {}, setup.material, "random", True, "ab" * 32)
    table = Table(plan)
    entries: Variant = []
    for seat, person in enumerate(SITTERS):
        entries.append(table.sit(seat, f"P{seat}", person.owner, f"{seat:016x}"))
        table.apply(entries[-1])
    entries.append({**table.start(), "falls": list(falls)})
    return plan, entries


def pa_fuera(other: str) -> tuple[Plan, Variant]:
    return table_with(
        "pa-fuera", ["first 6 1 2", "shake 1 1 2 3 4", "shake 2 2 3 3 5", f"shake {other}"]
    )


def two_sixteen(card: str) -> tuple[Plan, Variant]:
    """Seat 1 passes and draws a help that only it sees; then it is seat 2's turn."""
    ids = [f"offer G{n:02}" for n in (1, 2, 3, 4)]
    plan, entries = table_with("216", ["start 1", *ids, "roll 4 4 6"])
    entries += [
        {"kind": "move", "seat": 1, "text": "reroll 6", "key": "a", "falls": ["roll 2"]},
        {
            "kind": "move",
            "seat": 1,
            "text": "pass",
            "key": "b",
            "falls": [f"help {card}", "roll 4 4 6"],
        },
    ]
    return plan, entries


def twenty_one(decision: str) -> tuple[Plan, Variant]:
    """Seat 2 has decided, sealed."""
    plan, entries = table_with("twenty-one", ["start 0", "sheets A B C", "roll W1 Y1 R1 G1 B1 K1"])
    entries.append({"kind": "move", "seat": 2, "text": decision, "key": "a", "falls": []})
    return plan, entries


CASES = {
    "pa-fuera": (pa_fuera("1 1 1 1 1"), pa_fuera("2 3 4 5 6"), 0),
    "216": (two_sixteen("shift1"), two_sixteen("reroll-all"), 0),
    "twenty-one": (twenty_one("cross"), twenty_one("write W1 K1"), 0),
}


def keep(path: Path, plan: Plan, entries: Variant) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.secret()
        await store.create(plan.table, plan.game, json.dumps(plan.to_json()))
        for n, entry in enumerate(entries, start=1):
            await store.append(plan.table, n, json.dumps(entry))
        await store.close()

    asyncio.run(run())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE settings SET value = ?", (SECRET,))


@pytest.fixture(params=sorted(CASES))
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[TestClient, TestClient]]:
    first, second, _ = CASES[request.param]
    with ExitStack() as stack:
        clients = []
        for number, (plan, entries) in enumerate((first, second)):
            path = tmp_path / f"{number}.sqlite"
            keep(path, plan, entries)
            app = create_app(SqliteStore(path), Settings(pace=60))
            clients.append(stack.enter_context(TestClient(app)))
        yield clients[0], clients[1]


def ask_both(
    pair: tuple[TestClient, TestClient], path: str, person: Person | None, api: bool
) -> tuple[str, str]:
    found = []
    for client in pair:
        client.cookies.clear()
        headers = {}
        if person is not None and api:
            headers["authorization"] = f"Bearer {PEOPLE.seat_link(person)}"
        elif person is not None:
            client.cookies.set("cubilete", f"{person.key}.{PEOPLE.sign('cookie', person.key)}")
        found.append(FRESH.sub("", client.get(path, headers=headers).text))
    if person is None:  # a stranger gets a new cookie, and with it another token in the forms
        token = re.compile(r'name="token" value="[0-9a-f]*"')
        found = [token.sub("", text) for text in found]
    return found[0], found[1]


@pytest.mark.parametrize("path", ["/t/t", "/t/t?pick=pass", "/t/t/record", "/t/t/dice"])
def test_pages_of_those_who_may_not_know_are_the_same(
    pair: tuple[TestClient, TestClient], path: str
) -> None:
    for person in (SITTERS[0], None):
        one, other = ask_both(pair, path, person, api=False)
        assert one == other


def test_api_tells_those_who_may_not_know_the_same(pair: tuple[TestClient, TestClient]) -> None:
    for person in (SITTERS[0], None):
        one, other = ask_both(pair, "/api/tables/t", person, api=True)
        assert one == other
        assert '"begun":true' in one


def test_refusals_tell_those_who_may_not_know_the_same(
    pair: tuple[TestClient, TestClient],
) -> None:
    for text in ("pass", "cross", "help +1 4", "call 3", "write W1", "nonsense"):
        answers = [
            client.post(
                "/api/tables/t/moves",
                json={"text": text, "on": 1},
                headers={"authorization": f"Bearer {PEOPLE.seat_link(SITTERS[0])}"},
            )
            for client in pair
        ]
        assert answers[0].status_code == answers[1].status_code
        assert answers[0].text == answers[1].text


def test_the_one_who_knows_sees_the_difference(pair: tuple[TestClient, TestClient]) -> None:
    """The two games do differ: otherwise the other tests would prove nothing."""
    differences = 0
    for person in SITTERS[1:]:
        one, other = ask_both(pair, "/api/tables/t", person, api=True)
        differences += one != other
    assert differences == 1
