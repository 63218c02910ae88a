"""Verifiable random draws (commit and reveal); docs/fair-dice.md explains what they prove.

Before a table knows any seed it publishes a commitment to its secret, and the fingerprints of the
seeds that it would bring itself, one for each seat. Every seat then adds a seed, and its
fingerprint is published at once. Nobody can choose the draws that come from the secret and all the
seeds. When the game is over the secret is published, and everybody can compute the draws again.

`recipe` has the computations, `seal` the hash of a finished game, `verification` the check of a
record, `claims` what a check proves. A recipe never changes: records of it must verify for ever.
Nothing here keeps or publishes a secret: the table does.
"""

from cubilete.core.fair.recipe import (
    RECIPE_1,
    RECIPE_2,
    RECIPE_3,
    SEED,
    FairDice,
    commitment_of,
    fingerprint_of,
    made_seed,
    prepared_fingerprints,
)
from cubilete.core.fair.seal import seal_of
from cubilete.core.fair.verification import Proof, fair_dice_of, prove, verify

__all__ = [
    "RECIPE_1",
    "RECIPE_2",
    "RECIPE_3",
    "SEED",
    "FairDice",
    "Proof",
    "commitment_of",
    "fair_dice_of",
    "fingerprint_of",
    "made_seed",
    "prepared_fingerprints",
    "prove",
    "seal_of",
    "verify",
]
