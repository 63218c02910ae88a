"""The encryption of a message for one browser, as RFC 8291 defines it.

The push service of the browser's vendor carries the message and can't read it. Built on the
primitives of `cryptography`; the tests hold it to the example of the RFC and to another
implementation.
"""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
LONGEST = 3000
"""Bytes of a message; one record holds them."""
LAST_RECORD = b"\x02"


def encrypt(message: bytes, receiver: ec.EllipticCurvePublicKey, auth: bytes) -> bytes:
    """The body of a request with `Content-Encoding: aes128gcm`. Every message has a key of its
    own."""
    if len(message) > LONGEST:
        raise ValueError("the message is too long for one record")
    return encrypt_with(message, receiver, auth, ec.generate_private_key(CURVE), os.urandom(16))


def encrypt_with(
    message: bytes,
    receiver: ec.EllipticCurvePublicKey,
    auth: bytes,
    sender: ec.EllipticCurvePrivateKey,
    salt: bytes,
) -> bytes:
    own_point = point_of(sender.public_key())
    shared = sender.exchange(ec.ECDH(), receiver)
    info = b"WebPush: info\0" + point_of(receiver) + own_point
    secret = derive(shared, auth, info, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes((len(own_point),)) + own_point
    return header + sealed


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """The uncompressed point: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
