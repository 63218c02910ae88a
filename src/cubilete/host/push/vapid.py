"""VAPID (RFC 8292): the key by which push services know this server.

A browser's subscription holds for one key only, so the key must not change: it follows from a
secret of the store, which is made at the first start and is the same for all processes.
"""

import hashlib
import json
from base64 import urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from cubilete.host.push.encryption import CURVE, point_of

SECRET = "push"
"""The name of the store's secret."""
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the group of P-256."""
VALID = 12 * 3600
"""Seconds that a signature holds; the RFC allows a day."""
NOBODY = "mailto:push@cubilete.example"
"""Whom a push service may write to, where the server has no public address."""


class Vapid:
    def __init__(self, secret: bytes, contact: str = "") -> None:
        """`contact` is the address of the server, if it is an https one."""
        number = int.from_bytes(hashlib.sha512(secret).digest(), "big") % (ORDER - 1) + 1
        self._key = ec.derive_private_key(number, CURVE)
        self._contact = contact if contact.startswith("https://") else NOBODY
        self.public_key = encoded(point_of(self._key.public_key()))
        """As browsers want it when they subscribe."""

    def authorization(self, endpoint: str, now: float) -> str:
        """The header for a request to an endpoint; `now` is a Unix time."""
        address = urlsplit(endpoint)
        claims = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(now) + VALID,
            "sub": self._contact,
        }
        head = encoded(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        signed = f"{head}.{encoded(json.dumps(claims).encode())}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public_key}"


def encoded(content: bytes) -> str:
    """Base64 without padding, as in URLs."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()
