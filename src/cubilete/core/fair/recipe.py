"""The recipes of fair dice: how draws, made seeds and fingerprints are computed.

Recipe `cubilete-fair/2`:

    key       the secret, 32 bytes
    seating   SHA-256 of UTF-8 of, for each seat, three lines that end with LF: kind, name, seed.
              The kind is `person` or `bot`. A bot's line of the name is empty: the table chooses
              what its bots are called, and could search for a name that gives better dice
    message   UTF-8 of  cubilete-fair/2 LF table LF n LF block LF seating
    block k   HMAC-SHA-256(key, message with block = k), read as eight 32-bit big-endian words
    made seed the first 32 hexadecimal digits of
              HMAC-SHA-256(key, UTF-8 of  cubilete-fair/2 LF table LF seed LF seat)

A draw of size s takes the next word w. If w < floor(2**32 / s) * s the draw is w mod s; otherwise
the word is discarded, so that all numbers are equally likely. Blocks count from 0 for each event,
events from 1, seats from 0.

Recipe `cubilete-fair/3` is for tables that share their dice, as in the daily cup: `table` is the
name that they share, the message has neither LF nor seating after the block, and n numbers the
outcomes of the game, from 1, instead of the events. So everybody has the same first throw, the same
second one and so on, however many decisions are between them, and nobody's seed counts.

Recipe `cubilete-fair/1` differs from /2 in two things: its name is in the messages, and all seeds,
each on a line of its own, take the place of the seating. So it does not bind names and kinds of
seats.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cubilete.core.json_types import Json, JsonObject

RECIPE_1 = "cubilete-fair/1"
RECIPE_2 = "cubilete-fair/2"
RECIPE_3 = "cubilete-fair/3"
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


@lru_cache(REMEMBERED)
def made_seed(recipe: str, secret: bytes, table: str, seat: int) -> str:
    """The seed of a seat that brings none. It depends on nothing but the secret and the table's
    name, so it is fixed before any other seed is known."""
    message = "\n".join([recipe, table, "seed", str(seat)])
    return hmac.digest(secret, message.encode(), "sha256").hex()[:32]


def prepared_fingerprints(recipe: str, secret: bytes, table: str, seats: int) -> tuple[str, ...]:
    """For each seat the fingerprint of its made seed. A table publishes them with its commitment,
    before it knows any seed, because it is not known yet which seats will need theirs."""
    return tuple(fingerprint_of(made_seed(recipe, secret, table, seat)) for seat in range(seats))


def seating_of(kinds: Sequence[str], names: Sequence[str], seeds: Sequence[str]) -> str:
    """The hash of everything that /2 binds of the seats. Kinds are those of a record's header,
    such as `bot greedy`; only the first word counts."""
    lines: list[str] = []
    for kind, name, seed in zip(kinds, names, seeds, strict=True):
        who = kind.partition(" ")[0]
        lines += [who, "" if who == "bot" else name, seed]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


@dataclass(frozen=True)
class FairDice:
    """Everything that the draws of one game depend on."""

    recipe: str
    secret: bytes
    table: str
    seeds: tuple[str, ...]
    made: tuple[int, ...] = ()
    """The seats without a seed of their own."""
    kinds: tuple[str, ...] = ()
    """For each seat `person` or `bot NAME`; /1 does not use it."""
    names: tuple[str, ...] = ()
    """The players' names; /1 does not use them."""

    @cached_property
    def _bound(self) -> tuple[str, ...]:
        """The lines of each message that stand for the seats."""
        if self.recipe == RECIPE_1:
            return self.seeds
        if self.recipe == RECIPE_3:
            return ()
        return (seating_of(self.kinds, self.names, self.seeds),)

    def number(self, event: int, outcome: int) -> int:
        """The number that the draws of an outcome depend on: that of its event, or its own among
        the outcomes of the game where tables share their dice."""
        return outcome if self.recipe == RECIPE_3 else event

    def words(self, n: int) -> Iterator[int]:
        """The endless sequence of 32-bit words for event `n`; /3 counts outcomes (`number`)."""
        block = 0
        while True:
            message = "\n".join([self.recipe, self.table, str(n), str(block), *self._bound])
            digest = hmac.digest(self.secret, message.encode(), "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1

    def draw(self, n: int, sizes: Sequence[int]) -> list[int]:
        """A number from 0 to size - 1 for each size, independently, for event `n`."""
        words = self.words(n)
        return [next(w % size for w in words if w < WORDS // size * size) for size in sizes]

    @property
    def prepared(self) -> tuple[str, ...]:
        """The fingerprints that were published with the commitment."""
        return prepared_fingerprints(self.recipe, self.secret, self.table, len(self.seeds))

    def header(self) -> JsonObject:
        """The key `fair` of a record's header."""
        fingerprints: list[Json] = [fingerprint_of(seed) for seed in self.seeds]
        common: JsonObject = {
            "commitment": commitment_of(self.secret),
            "table": self.table,
            "seeds": list(self.seeds),
            "fingerprints": fingerprints,
        }
        if self.recipe == RECIPE_1:
            return {**common, "made": list(self.made)}
        return {
            "recipe": self.recipe,
            **common,
            "prepared": list(self.prepared),
            "made": list(self.made),
        }
