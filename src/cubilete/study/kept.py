"""The file in which `cubilete strength` keeps the deals that it has played.

A run that was cut goes on from this file, and gives the table that it would have given at once: a
deal has the same result whenever it is played, and the time that it took is kept with it. Each line
is a deal of one row, with all that its result depends on: bots, seed, share of the playouts, and
whether the rules ran compiled. One file may so serve runs of several kinds. It knows nothing of
changes in the code; after one, begin another file.

A line that was cut in the middle is dropped; its deal is played again.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cubilete._source import compiled
from cubilete.core.errors import BadOption
from cubilete.core.message import N_
from cubilete.study.arena import Arena


@dataclass(frozen=True)
class KeptDeal:
    """What one deal of a row gave."""

    values: Mapping[str, float]
    """What it was worth to each bot."""
    seconds: tuple[float, ...]
    """The processor time of each decision of the stronger bot."""
    elapsed: float
    """How long the deal took."""


class Kept:
    """The deals played so far, also by earlier runs. Without a file they are kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.deals: dict[str, dict[int, KeptDeal]] = {}
        if path is not None:
            path.touch()
            self.load(path)

    def load(self, path: Path) -> None:
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                entry = json.loads(line)
                deal = KeptDeal(entry["values"], tuple(entry["seconds"]), entry["elapsed"])
                self.deals.setdefault(entry["of"], {})[entry["deal"]] = deal
            except (ValueError, KeyError, TypeError) as error:
                raise BadOption(
                    "bad-state", "", N_("Line {line} of {file} is no deal."), line=number, file=path
                ) from error
        if len(whole) < len(content):
            with path.open("r+b") as file:
                file.truncate(len(whole))

    def of(self, arena: Arena) -> Mapping[int, KeptDeal]:
        """The deals of a row, by number."""
        return self.deals.get(key_of(arena), {})

    def add(self, arena: Arena, number: int, deal: KeptDeal) -> None:
        key = key_of(arena)
        self.deals.setdefault(key, {})[number] = deal
        if self.path is None:
            return
        entry = {
            "of": key,
            "deal": number,
            "values": deal.values,
            "elapsed": round(deal.elapsed, 4),
            "seconds": [round(seconds, 5) for seconds in deal.seconds],
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, separators=(",", ":")) + "\n")


def key_of(arena: Arena) -> str:
    """All that the results of an arena depend on, but for the number of the deal."""
    form = "compiled" if compiled() else "interpreted"
    options = json.dumps(dict(arena.options), sort_keys=True)
    bots = " ".join(arena.bots)
    parts = (arena.game, arena.players, options, bots, arena.seed, f"{arena.budget:g}", form)
    return " ".join(map(str, parts))
