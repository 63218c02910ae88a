"""Limits for each address: identities are free, so they alone stop nobody."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from cubilete.host.seating import CHAT_BURST
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings
from cubilete.web.http.limits import (
    Kind,
    Lasting,
    Limits,
    Rate,
    kind_of,
    network_of,
    without_address_limits,
)

from .asgi import JSON, RECORD, call, open_table, running, token

HEADER = {"format": "cubilete-record/1", "game": "seis-dados", "edition": 1}
REST = {"players": ["Ana", "Luis"], "options": {}, "material": {}}


def record(number: int) -> bytes:
    """A record that nobody has imported before."""
    return json.dumps({**HEADER, **REST, "number": number}).encode()


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_address_counts_as_one_or_by_its_network(host: str, network: str) -> None:
    assert network_of(host) == network


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/t/x", Kind.READ),
        ("HEAD", "/tables", Kind.READ),
        ("POST", "/t/x/move", Kind.CHANGE),
        ("DELETE", "/t/x", Kind.CHANGE),
        ("POST", "/tables", Kind.OPENING),
        ("POST", "/api/tables", Kind.OPENING),
        ("POST", "/t/x/again", Kind.OPENING),
        ("POST", "/learn/dizzle", Kind.OPENING),
        ("GET", "/learn/dizzle", Kind.READ),
        ("POST", "/replay", Kind.RECORD),
        ("POST", "/api/records", Kind.RECORD),
    ],
)
def test_requests_are_told_apart(method: str, path: str, kind: Kind) -> None:
    assert kind_of(method, path) is kind


def test_imports_with_fresh_identities_are_limited_by_their_address() -> None:
    async def run() -> None:
        limits = Limits(address={Kind.RECORD: Rate(0.0001, 4)})
        async with running(SqliteStore(":memory:"), Settings(limits=limits)) as app:
            identities = app.state.identities
            statuses = []
            for number in range(9):
                key = f"{number:032x}"
                cookie = f"cubilete={key}.{identities.sign('cookie', key)}".encode()
                headers = [RECORD, (b"cookie", cookie)]
                made = await call(app, "POST", "/api/records", record(number), headers)
                statuses.append(made.status)
            assert statuses == [201] * 4 + [429] * 5
            other = await call(app, "POST", "/api/records", record(99), [RECORD], "10.0.0.2")
            assert other.status == 201

    asyncio.run(run())


def test_network_of_ipv6_addresses_has_one_rate_for_new_tables() -> None:
    async def run() -> None:
        limits = Limits(address={Kind.OPENING: Rate(0.0001, 3)})
        async with running(SqliteStore(":memory:"), Settings(limits=limits)) as app:
            body = json.dumps({"game": "dizzle", "bots": 0}).encode()
            statuses = []
            for number in range(5):
                address = f"2001:db8::{number:x}"
                made = await call(app, "POST", "/api/tables", body, [JSON], address)
                statuses.append(made.status)
            assert statuses == [201] * 3 + [429] * 2
            await open_table(app, "2001:db8:0:1::1")

    asyncio.run(run())


def test_pages_of_one_address_are_limited_and_another_sees_them() -> None:
    async def run() -> None:
        limits = Limits(address={Kind.READ: Rate(0.0001, 5)}, refusal_delay=0.0)
        async with running(SqliteStore(":memory:"), Settings(limits=limits)) as app:
            answers = [await call(app, "GET", "/") for _ in range(8)]
            assert [answer.status for answer in answers] == [200] * 5 + [429] * 3
            assert answers[-1].has_our_headers
            assert (await call(app, "GET", "/", address="10.0.0.2")).status == 200

    asyncio.run(run())


def test_streams_of_one_address_are_limited_and_closed_ones_count_no_more() -> None:
    async def run() -> None:
        limits = Limits(at_once={Lasting.STREAM: 3})
        async with running(SqliteStore(":memory:"), Settings(limits=limits)) as app:
            seated = await open_table(app)
            path = f"/api/tables/{seated['table']}/stream"
            live = app.state.host.tables[seated["table"]]
            streams = [asyncio.create_task(call(app, "GET", path)) for _ in range(3)]
            while live.streams < 3:
                await asyncio.sleep(0.01)
            assert (await call(app, "GET", path)).status == 429
            other = asyncio.create_task(call(app, "GET", path, address="10.0.0.2"))
            while live.streams < 4:
                await asyncio.sleep(0.01)
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)
            again = asyncio.create_task(call(app, "GET", path))
            while live.streams < 2:
                await asyncio.sleep(0.01)
            for stream in (other, again):
                stream.cancel()
            await asyncio.gather(other, again, return_exceptions=True)

    asyncio.run(run())


class BlockedStore(SqliteStore):
    """A store whose `append` waits until `gate` is set."""

    gate: asyncio.Event | None = None

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        if self.gate is not None:
            await self.gate.wait()
        await super().append(table, n, entry, owner=owner, over=over)


def test_flood_of_one_address_takes_its_share_and_a_player_elsewhere_is_served(
    tmp_path: Path,
) -> None:
    """Changes of many seats wait for a store that is slow. A move from another address is
    admitted, and answered with them."""

    async def run() -> None:
        store = BlockedStore(tmp_path / "s.sqlite")
        limits = Limits(address={})
        async with running(store, Settings(pace=0, limits=limits)) as app:
            load = app.state.host.load
            player = await open_table(app, "10.0.0.2")
            table = f"/api/tables/{player['table']}"
            look = (await call(app, "GET", table, headers=[token(player)])).json()
            flooding = [await open_table(app) for _ in range(24)]
            store.gate = asyncio.Event()
            line = json.dumps({"text": "hola"}).encode()
            flood = [
                asyncio.create_task(
                    call(
                        app,
                        "POST",
                        f"/api/tables/{seated['table']}/chat",
                        line,
                        [JSON, token(seated)],
                    )
                )
                for seated in flooding
                for _ in range(int(CHAT_BURST))
            ]
            share = limits.at_once[Lasting.CHANGE]
            while load.waiting < share or sum(task.done() for task in flood) < len(flood) - share:
                await asyncio.sleep(0.01)
            assert load.waiting == share
            move = {"text": look["view"]["legal"][0], "on": look["on"]}
            headers = [JSON, token(player)]
            sent = call(
                app, "POST", f"{table}/moves", json.dumps(move).encode(), headers, "10.0.0.2"
            )
            played = asyncio.create_task(sent)
            while load.waiting < share + 1:
                assert not played.done(), played.result().text
                await asyncio.sleep(0.01)
            store.gate.set()
            assert (await played).status == 200
            statuses = Counter([(await task).status for task in flood])
            assert statuses == {200: share, 429: len(flood) - share}

    asyncio.run(run())


def test_refusals_beyond_a_few_wait_and_hold_up_nobody_else() -> None:
    """A client that gets its refusals slowly can't send the next request on that connection."""

    async def run() -> None:
        limits = Limits(
            address={Kind.READ: Rate(0.0001, 1)}, refusals=Rate(0.0001, 3), refusal_delay=3600.0
        )
        async with running(SqliteStore(":memory:"), Settings(limits=limits)) as app:
            statuses = [(await call(app, "GET", "/")).status for _ in range(4)]
            assert statuses == [200, 429, 429, 429]
            late = [asyncio.create_task(call(app, "GET", "/")) for _ in range(20)]
            assert (await call(app, "GET", "/", address="10.0.0.2")).status == 200
            assert not any(task.done() for task in late)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    asyncio.run(run())


def test_limits_of_addresses_can_be_switched_off() -> None:
    async def run() -> None:
        limits = without_address_limits()
        async with running(SqliteStore(":memory:"), Settings(limits=limits)) as app:
            assert {(await call(app, "GET", "/api/games")).status for _ in range(700)} == {200}

    asyncio.run(run())
