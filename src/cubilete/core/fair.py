"""Verifiable random draws (commit and reveal); docs/fair-dice.md explains what they prove.

Before the table knows any seed it publishes a commitment: the SHA-256 of a secret of 32 bytes.
Every seat adds a seed, and its fingerprint, the SHA-256 of the seed's text, is published at once. A
seat without a seed of its own, such as a bot's, gets one that is derived from the secret, so that
the table can't choose it after it has seen the others. Nobody can choose the draws of event `n`:

    key      the secret, 32 bytes
    message  UTF-8 of  cubilete-fair/1 LF table LF n LF block LF seed of seat 0 LF seed of seat 1 …
    block k  HMAC-SHA-256(key, message with block = k), read as eight 32-bit big-endian words

A draw of size s takes the next word w. If w < floor(2**32 / s) * s the draw is w mod s; otherwise
the word is discarded, so that all numbers are equally likely. Blocks count from 0 for each event.
When the game is over the secret is published, and everybody can compute the draws again. The seed
of a seat without a seed of its own is the first 32 hexadecimal digits of

    HMAC-SHA-256(key, UTF-8 of  cubilete-fair/1 LF table LF seed LF seat)

This module only computes. The table keeps the secret and publishes it.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cubilete.core.errors import BadRecord
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject, is_whole
from cubilete.core.match import replay, replay_event, start_again
from cubilete.core.message import N_
from cubilete.core.record import Record
from cubilete.core.state import CHANCE

FORMAT = "cubilete-fair/1"
SECRET_BYTES = 32
WORDS = 2**32
REMEMBERED = 4096
"""The size of the caches: pages show the hashes of their table again and again."""
SEED = re.compile(r"[0-9a-f]{16,128}")
"""A seat's seed: 8 to 64 bytes as lower-case hexadecimal digits."""


@lru_cache(REMEMBERED)
def commitment_of(secret: bytes) -> str:
    """The hash that is published before the game. It binds the table to its secret."""
    return hashlib.sha256(secret).hexdigest()


@lru_cache(REMEMBERED)
def fingerprint_of(seed: str) -> str:
    """The hash of a seat's seed that is published when the seat is taken."""
    return hashlib.sha256(seed.encode()).hexdigest()


def seed_made(secret: bytes, table: str, seat: int) -> str:
    """The seed of a seat without one of its own. It depends on nothing but the secret and the
    table's name, so it is fixed before any other seed is known."""
    message = "\n".join([FORMAT, table, "seed", str(seat)])
    return hmac.digest(secret, message.encode(), "sha256").hex()[:32]


@dataclass(frozen=True)
class FairDice:
    """Everything that the draws of one game depend on."""

    secret: bytes
    table: str
    seeds: tuple[str, ...]
    made: tuple[int, ...] = ()
    """The seats without a seed of their own."""

    def words(self, n: int) -> Iterator[int]:
        """The endless sequence of 32-bit words for event `n`."""
        block = 0
        while True:
            message = "\n".join([FORMAT, self.table, str(n), str(block), *self.seeds])
            digest = hmac.digest(self.secret, message.encode(), "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1

    def draw(self, n: int, sizes: Sequence[int]) -> list[int]:
        """A number from 0 to size - 1 for each size, independently, for event `n`."""
        words = self.words(n)
        return [next(w % size for w in words if w < WORDS // size * size) for size in sizes]

    def promise(self) -> JsonObject:
        """The key `fair` of a record's header: the commitment and the seeds."""
        return {
            "commitment": commitment_of(self.secret),
            "table": self.table,
            "seeds": list(self.seeds),
            "fingerprints": [fingerprint_of(seed) for seed in self.seeds],
            "made": list(self.made),
        }

    def proof(self) -> JsonObject:
        """The key `fair` of a record's result: the secret. Only for a game that is over."""
        return {"secret": self.secret.hex()}


def fair_dice_of(record: Record) -> FairDice:
    """The fair dice of a finished record; raises BadRecord if it has none."""
    promise = record.header.more.get("fair")
    if not isinstance(promise, dict):
        raise BadRecord("no-fair-dice", "", 1, N_("This game was not played with fair dice."))
    table, seeds, commitment = (promise.get(key) for key in ("table", "seeds", "commitment"))
    if (
        not isinstance(table, str)
        or "\n" in table
        or not isinstance(seeds, list)
        or len(seeds) != len(record.header.players)
        or not isinstance(commitment, str)
    ):
        raise BadRecord("bad-promise", "", 1, N_("The promise of fair dice is not as it must be."))
    texts = tuple(seed for seed in seeds if isinstance(seed, str) and SEED.fullmatch(seed))
    if len(texts) != len(seeds):
        raise BadRecord("bad-promise", "", 1, N_("The promise of fair dice is not as it must be."))
    last = len(record.events) + 2
    proof = record.result.more.get("fair") if record.result else None
    secret = proof.get("secret") if isinstance(proof, dict) else None
    if not isinstance(secret, str) or not re.fullmatch(r"[0-9a-f]{64}", secret):
        raise BadRecord("no-secret", "", last, N_("The secret has not been published yet."))
    dice = FairDice(bytes.fromhex(secret), table, texts, made_seats(promise, len(texts)))
    if commitment_of(dice.secret) != commitment:
        raise BadRecord(
            "wrong-secret", "", last, N_("The secret is not the one that was promised.")
        )
    check_seeds(dice, promise)
    return dice


def made_seats(promise: JsonObject, seats: int) -> tuple[int, ...]:
    made = promise.get("made", [])
    if isinstance(made, list):
        known = tuple(seat for seat in made if isinstance(seat, int) and is_whole(seat))
        if len(known) == len(made) and all(0 <= seat < seats for seat in known):
            return known
    raise BadRecord("bad-promise", "", 1, N_("The promise of fair dice is not as it must be."))


def check_seeds(dice: FairDice, promise: JsonObject) -> None:
    """Checks that every seed has the published fingerprint, and that the seeds of `made` seats
    are derived from the secret."""
    shown = promise.get("fingerprints", [fingerprint_of(seed) for seed in dice.seeds])
    if not isinstance(shown, list) or len(shown) != len(dice.seeds):
        raise BadRecord("bad-promise", "", 1, N_("The promise of fair dice is not as it must be."))
    for seat, (seed, fingerprint) in enumerate(zip(dice.seeds, shown, strict=True)):
        if fingerprint_of(seed) != fingerprint:
            raise BadRecord(
                "wrong-seed",
                "",
                1,
                N_("The seed of seat {seat} does not have the fingerprint that was shown."),
                seat=seat,
            )
        if seat in dice.made and seed != seed_made(dice.secret, dice.table, seat):
            raise BadRecord(
                "chosen-seed",
                "",
                1,
                N_("Seat {seat} brought no seed, and the one it has is not from the secret."),
                seat=seat,
            )


def verify(record: Record, game: AnyGame | None = None) -> int:
    """Recomputes every outcome of a record; returns the number of chance events.

    Raises BadRecord at the first outcome that the secret and the seeds do not give.
    """
    dice = fair_dice_of(record)
    replay(record, game)
    match = start_again(record, game)
    checked = 0
    for index, event in enumerate(record.events):
        if event.by == "chance":
            drawn = dice.draw(event.n, match.state.draws())
            expected = match.state.text(CHANCE, match.state.outcome(drawn))
            if expected != event.text:
                raise BadRecord(
                    "not-fair",
                    "",
                    index + 2,
                    N_("“{text}” fell, but the dice of this game give “{expected}”."),
                    text=event.text,
                    expected=expected,
                )
            checked += 1
        replay_event(match, event)
    return checked
