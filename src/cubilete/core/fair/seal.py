"""The seal of a finished game: one hash of its seats, events and result.

Every browser that sees the end of a game notes the seal. So a record in which a decision, a name or
the end was changed later differs from what the players noted. The hash alone proves nothing: it is
computed from the record.

    cubilete-seal/2
    game SP edition SP table
    for each seat:   kind SP name
    for each event:  n SP by SP text
    `scores` SP s0 SP s1 … SP `winners` SP w0 …   or   `abandoned`

Each line ends with LF.
"""

import hashlib
from collections.abc import Sequence

from cubilete.core.record import Record

SEAL = "cubilete-seal/2"


def seal_of(record: Record, table: str, kinds: Sequence[str]) -> str:
    """The seal of a record, which must have a result."""
    if record.result is None:
        raise ValueError("only a finished game has a seal")
    header, result = record.header, record.result
    lines = [SEAL, f"{header.game} {header.edition} {table}"]
    lines += [f"{kind} {name}" for kind, name in zip(kinds, header.players, strict=True)]
    lines += [f"{event.n} {event.by} {event.text}" for event in record.events]
    ending = ["scores", *result.scores, "winners", *result.winners]
    lines.append("abandoned" if result.abandoned else " ".join(map(str, ending)))
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
