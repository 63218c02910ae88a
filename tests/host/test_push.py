"""Web Push: who is called to their table, what the message holds, and where it may go."""

import asyncio
import json
import logging
import time
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from cubilete.core.errors import BadOption
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.host.push import calls as calls_module
from cubilete.host.push.encryption import CURVE, encrypt_with
from cubilete.host.push.endpoints import Forbidden, check_endpoint, is_public, public_address
from cubilete.host.push.sending import Note, Result, Sender
from cubilete.host.push.service import Push, PushSettings, push_for
from cubilete.host.push.subscriptions import MOST, Subscription, new_subscription
from cubilete.host.push.vapid import Vapid
from cubilete.store.base import Store
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import SqliteStore
from push_service import Browser, PushService, push_service

from .hosting import eventually, first_legal, open_host, open_table

LOOPBACK = PushSettings(loopback=True, fresh=0.0)
"""Nobody counts as looking only because they were just seen."""


@dataclass(frozen=True)
class Pushing:
    host: Host
    push: Push


@asynccontextmanager
async def open_push(store: Store, settings: PushSettings = LOOPBACK) -> AsyncIterator[Pushing]:
    async with open_host(store) as host, push_for(host, settings) as push:
        yield Pushing(host, push)


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def subscription_of(browser: Browser, language: str = "es") -> Subscription:
    return subscription_from(browser.fields, language)


def subscription_from(fields: dict[str, str], language: str = "es") -> Subscription:
    named = (fields["endpoint"], fields["p256dh"], fields["auth"])
    return new_subscription(*named, language, loopback=True)


async def pass_turn(host: Host, live: LiveTable) -> None:
    """Plays until it is the other one's turn."""
    (seat,) = live.table.people_to_act()
    while live.table.people_to_act() == [seat]:
        await host.change(live, first_legal)


# --- The message ---


def test_encryption_gives_the_example_of_the_rfc() -> None:
    """RFC 8291, appendix A."""
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(
        CURVE,
        decoded(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
    )
    sender = ec.derive_private_key(
        int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
    )
    body = encrypt_with(
        b"When I grow up, I want to be a watermelon",
        receiver,
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        sender,
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


def test_signature_is_the_servers_and_for_the_service_alone() -> None:
    vapid = Vapid(b"secret", "https://play.example")
    now = time.time()
    header = vapid.authorization("https://push.example/some/id", now)
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    assert key == vapid.public_key == Vapid(b"secret").public_key
    assert key != Vapid(b"another").public_key
    signed, _, signature = token.rpartition(".")
    claims = json.loads(decoded(signed.partition(".")[2]))
    assert claims == {
        "aud": "https://push.example",
        "exp": int(now) + 12 * 3600,
        "sub": "https://play.example",
    }
    raw = decoded(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))


# --- Where it may go ---


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://10.0.0.7/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[fe80::1%25eth0]/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://localhost/x",
        "https://push.example:8443/x",
        "https://push.example:99999/x",
        "https://user@push.example/x",
        "https://push.example/" + "x" * 1000,
        "https://push.example/a b",
        "https://push.example/\r\nHost: inside",
        "ftp://push.example/x",
        "https:///x",
        "file:///etc/passwd",
        "",
    ],
)
def test_endpoint_that_may_lead_inside_is_refused(endpoint: str) -> None:
    with pytest.raises(BadOption) as refused:
        check_endpoint(endpoint)
    assert refused.value.code == "bad-endpoint"


def test_endpoints_of_the_vendors_are_accepted() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:def-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGuQ",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2bx",
    ):
        check_endpoint(endpoint)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "255.255.255.255", "224.0.0.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1"),
        *("::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1"),
    ],
)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)
    assert is_public("142.250.184.10")
    assert is_public("2a00:1450:4003:80f::200a")


def resolving_to(*addresses: str) -> Callable[..., object]:
    async def getaddrinfo(host: str, port: int, **options: object) -> list[object]:
        return [(2, 1, 6, "", (address, port)) for address in addresses]

    return getaddrinfo


def test_name_with_one_private_address_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "getaddrinfo", resolving_to("142.250.184.10", "10.0.0.1"))
        with pytest.raises(Forbidden):
            await public_address("push.example")
        sender = Sender(Vapid(b"s"))
        browser = Browser("https://push.example/x")
        found = subscription_of(browser)
        assert await sender.send(found, Note(b"{}", "t")) is Result.GONE
        monkeypatch.setattr(loop, "getaddrinfo", resolving_to("142.250.184.10"))
        assert await public_address("push.example") == "142.250.184.10"
        await sender.close()

    asyncio.run(run())


def test_redirect_is_not_followed() -> None:
    async def run(service: PushService) -> None:
        service.status = 307
        sender = Sender(Vapid(b"s"), loopback=True)
        found = subscription_of(service.browser("a"))
        assert await sender.send(found, Note(b"{}", "t")) is Result.FAILED
        assert len(service.received) == 1
        await sender.close()

    with push_service() as service:
        asyncio.run(run(service))


# --- Subscriptions ---


def test_keys_that_are_no_keys_are_refused() -> None:
    good = Browser("https://push.example/x").fields
    for wrong in ({"p256dh": "AAAA"}, {"p256dh": "ñ"}, {"auth": "AA"}, {"auth": ""}):
        with pytest.raises(BadOption):
            subscription_from({**good, **wrong})


def test_person_has_few_browsers_and_only_they_can_end_them(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_push(SqliteStore(tmp_path / "s.sqlite")) as pushing:
            known = pushing.push.subscriptions
            found = [subscription_of(Browser(f"https://push.example/{n}")) for n in range(MOST + 2)]
            for each in found:
                await known.keep("ana", each)
            assert {each.key for each in await known.of("ana")} == {each.key for each in found[2:]}
            await known.forget("luis", found[-1].endpoint)
            assert len(await known.of("ana")) == MOST
            await known.forget("ana", found[-1].endpoint)
            assert len(await known.of("ana")) == MOST - 1
            await known.keep("luis", found[-2])  # the same browser has become another person's
            assert found[-2].key not in {each.key for each in await known.of("ana")}
            await pushing.host.store.documents.remove_owned("luis")
            assert await known.of("luis") == []

    asyncio.run(run())


# --- Calls ---


def test_person_who_is_away_is_called_once_a_turn_and_one_who_looks_is_not(
    tmp_path: Path,
) -> None:
    async def run(service: PushService) -> None:
        async with open_push(SqliteStore(tmp_path / "s.sqlite")) as pushing:
            host = pushing.host
            live = await open_table(host, people=2, game="seis-dados", starting=0)
            one, other = service.browser("one"), service.browser("other")
            await pushing.push.subscriptions.keep("owner0", subscription_of(one, "en"))
            await pushing.push.subscriptions.keep("owner1", subscription_of(other))
            with host.presence.stream(live, "owner0"):
                await pass_turn(host, live)
                await eventually(lambda: len(service.for_browser(other)) == 1)
                while live.table.people_to_act() == [1]:
                    await host.change(live, first_legal)
                await pass_turn(host, live)
                await eventually(lambda: len(service.for_browser(other)) == 2)
            assert service.for_browser(one) == []
            assert service.for_browser(other)[0] == {
                "title": "Te toca: Seis dados con P0",
                "path": f"/t/{live.name}",
            }
            headers = service.received[0].headers
            assert headers["content-encoding"] == "aes128gcm"
            assert headers["authorization"].endswith(f"k={pushing.push.public_key}")
            assert live.name not in str(headers)
            await pass_turn(host, live)
            await eventually(lambda: len(service.for_browser(one)) == 1)
            assert service.for_browser(one)[0]["title"] == "Your turn: Seis dados with P1"

    with push_service() as service:
        asyncio.run(run(service))


def test_person_who_has_just_closed_the_page_is_called_a_little_later(tmp_path: Path) -> None:
    async def run(service: PushService) -> None:
        settings = PushSettings(loopback=True, fresh=0.5)
        async with open_push(SqliteStore(tmp_path / "s.sqlite"), settings) as pushing:
            live = await open_table(pushing.host, people=2, starting=0)
            other = service.browser("other")
            await pushing.push.subscriptions.keep("owner1", subscription_of(other))
            pushing.host.presence.note(live, "owner1")
            await pass_turn(pushing.host, live)
            await eventually(lambda: len(service.for_browser(other)) == 1)

    with push_service() as service:
        asyncio.run(run(service))


def test_browser_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async def run(service: PushService) -> None:
        async with open_push(SqliteStore(tmp_path / "s.sqlite")) as pushing:
            known = pushing.push.subscriptions
            live = await open_table(pushing.host, people=2, starting=0)
            await known.keep("owner1", subscription_of(service.browser("other")))
            service.status = 500
            await pass_turn(pushing.host, live)
            await eventually(lambda: len(service.received) == 1)
            await pass_turn(pushing.host, live)
            assert len(await known.of("owner1")) == 1
            service.status = 410
            await pass_turn(pushing.host, live)
            while await known.of("owner1"):
                await asyncio.sleep(0.01)

    with push_service() as service:
        asyncio.run(asyncio.wait_for(run(service), 60))


def test_moves_go_on_when_no_more_calls_can_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        monkeypatch.setattr(calls_module, "MOST_WAITING", 1)
        monkeypatch.setattr(calls_module, "WORKERS", 0)
        caplog.set_level(logging.INFO)
        async with open_push(SqliteStore(tmp_path / "s.sqlite")) as pushing:
            live = await open_table(pushing.host, people=2, starting=0)
            for _ in range(3):
                await pass_turn(pushing.host, live)
            assert "one is dropped" in caplog.text

    asyncio.run(run())


def has_received(service: PushService, messages: int) -> bool:
    return len(service.received) >= messages


def test_two_processes_call_once(fresh_database: Callable[[], str]) -> None:
    async def run(service: PushService, address: str) -> None:
        async with (
            open_push(PostgresStore(address)) as one,
            open_push(PostgresStore(address)) as other,
        ):
            assert one.push.public_key == other.push.public_key
            live = await open_table(one.host, people=2, starting=0)
            also = await other.host.find(live.name)
            assert also is not None
            browser = service.browser("other")
            await one.push.subscriptions.keep("owner1", subscription_of(browser))
            for turn in (1, 2, 3):
                await pass_turn(one.host, live)
                await eventually(lambda: also.table.revision == live.table.revision)
                await eventually(partial(has_received, service, turn))
                await pass_turn(one.host, live)
                await eventually(lambda: also.table.revision == live.table.revision)
            # Both have noticed every turn of the other seat: nothing waits any more.
            await eventually(lambda: not one.push.calls.busy and not other.push.calls.busy)
            assert len(service.for_browser(browser)) == 3

    with push_service() as service:
        asyncio.run(run(service, fresh_database()))
