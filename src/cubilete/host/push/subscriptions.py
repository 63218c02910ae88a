"""Subscriptions: the browsers of a person that want to be told when it is their turn.

They are documents of the kind "push", which belong to the person: "forget me" removes them. The
key is a hash of the endpoint, so a browser that subscribes again replaces its subscription, also
where it has become another person's.
"""

import hashlib
import json
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

from cryptography.hazmat.primitives.asymmetric import ec

from cubilete.host.push.encryption import CURVE
from cubilete.host.push.endpoints import check_endpoint, not_an_endpoint
from cubilete.language import LANGUAGES
from cubilete.store.base import Store
from cubilete.store.documents import Document

KIND = "push"
MOST = 5
"""Browsers of one person; the one that subscribed longest ago makes room."""


@dataclass(frozen=True)
class Subscription:
    endpoint: str
    p256dh: str
    """The browser's public key, as it says it: base64 without padding."""
    auth: str
    """A secret of the browser."""
    language: str

    @property
    def key(self) -> str:
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:32]

    @cached_property
    def receiver(self) -> ec.EllipticCurvePublicKey:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(self.p256dh))

    @property
    def secret(self) -> bytes:
        return decoded(self.auth)


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_subscription(
    endpoint: str, p256dh: str, auth: str, language: str, *, loopback: bool = False
) -> Subscription:
    """What a browser has sent, checked."""
    check_endpoint(endpoint, loopback=loopback)
    subscription = Subscription(
        endpoint, p256dh, auth, language if language in LANGUAGES else LANGUAGES[0]
    )
    try:
        well_formed = len(subscription.secret) == 16 and subscription.receiver is not None
    except (ValueError, NotBase64):
        well_formed = False
    if not well_formed:
        raise not_an_endpoint()
    return subscription


class Subscriptions:
    """Those of all people, in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def keep(self, owner: str, subscription: Subscription) -> None:
        documents = self.store.documents
        await documents.remove(KIND, subscription.key)
        content = json.dumps(asdict(subscription))
        await documents.add(Document(KIND, subscription.key, content, owner))
        for old in (await documents.owned(owner, KIND, 2 * MOST))[MOST:]:
            await documents.remove(KIND, old.key)

    async def of(self, owner: str) -> Sequence[Subscription]:
        found = await self.store.documents.owned(owner, KIND, MOST)
        return [Subscription(**json.loads(document.content)) for document in found]

    async def remove(self, subscription: Subscription) -> None:
        """Of a browser that is gone."""
        await self.store.documents.remove(KIND, subscription.key)

    async def forget(self, owner: str, endpoint: str) -> None:
        """A person's browser does not want to be told any more. Nobody else can end it."""
        for subscription in await self.of(owner):
            if subscription.endpoint == endpoint:
                await self.remove(subscription)
