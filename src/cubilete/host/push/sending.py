"""Sends one encrypted message to one browser's endpoint."""

import asyncio
import logging
from dataclasses import dataclass
from enum import Enum, auto
from time import time

import httpx2

from cubilete.host.push.encryption import encrypt
from cubilete.host.push.endpoints import Forbidden, check_endpoint, public_address
from cubilete.host.push.subscriptions import Subscription
from cubilete.host.push.vapid import Vapid

TIMEOUT = 10.0
"""Seconds for everything: the name, the connection, the answer."""
KEPT = 24 * 3600
"""Seconds that the push service keeps the message for a browser that is off."""
GONE = (404, 410)

logger = logging.getLogger(__name__)


class Result(Enum):
    SENT = auto()
    GONE = auto()
    """The browser has ended its subscription, or it leads where no message may go."""
    FAILED = auto()


@dataclass(frozen=True)
class Note:
    """What a browser is told, before it is encrypted."""

    content: bytes
    topic: str
    """A later message of the same topic replaces one that still waits. The push service can read
    it, so it says nothing: at most 32 letters of base64."""


class Sender:
    def __init__(self, vapid: Vapid, *, loopback: bool = False) -> None:
        self.vapid = vapid
        self.loopback = loopback
        self._opened: httpx2.AsyncClient | None = None

    @property
    def _client(self) -> httpx2.AsyncClient:
        """Opened for the first message: reading the certificates of the system takes a while."""
        if self._opened is None:
            self._opened = httpx2.AsyncClient(
                timeout=TIMEOUT, follow_redirects=False, trust_env=False
            )
        return self._opened

    async def close(self) -> None:
        if self._opened is not None:
            await self._opened.aclose()

    async def send(self, subscription: Subscription, note: Note) -> Result:
        try:
            async with asyncio.timeout(TIMEOUT):
                status = await self._post(subscription, note)
        except Forbidden:
            return Result.GONE
        except (httpx2.HTTPError, OSError, TimeoutError) as error:
            logger.info("a push message was not sent: %s", type(error).__name__)
            return Result.FAILED
        if status in GONE:
            return Result.GONE
        if not 200 <= status < 300:
            logger.info("a push message was refused with status %d", status)
            return Result.FAILED
        return Result.SENT

    async def _post(self, subscription: Subscription, note: Note) -> int:
        """The status of the answer; its body is not read."""
        parts = check_endpoint(subscription.endpoint, loopback=self.loopback)
        host = parts.hostname or ""
        address = await public_address(host, loopback=self.loopback)
        url = httpx2.URL(subscription.endpoint).copy_with(host=address)
        headers = {
            "Host": parts.netloc,
            "Authorization": self.vapid.authorization(subscription.endpoint, time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": note.topic,
            "Urgency": "normal",
        }
        body = encrypt(note.content, subscription.receiver, subscription.secret)
        # The certificate is checked against the name, though the connection goes to the address.
        tls = {"sni_hostname": host} if parts.scheme == "https" else {}
        async with self._client.stream(
            "POST", url, content=body, headers=headers, extensions=tls
        ) as answer:
            return answer.status_code
