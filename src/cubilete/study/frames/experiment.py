"""What is played: an experiment, which has names only, so that any process can carry it out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cubilete.core.errors import BadOption
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.registry import find_game
from cubilete.study.simulate import Simulation, bots_for, whole_number

QUICK_PART = 50_000
"""Games of a part where the bots are random and only their results are asked for."""
PART = 1_000
DECISIONS_PART = 250
SLOW_PART = 20
"""Where a bot searches. A part is lost when a run is killed in the middle of it."""
SEARCHING = frozenset({"expert"})


class Part(NamedTuple):
    """A range of games: the unit of work of a process, and of files."""

    place: int
    """Its place among the parts, from 1 on."""
    numbers: range
    """The numbers of its games."""


@dataclass(frozen=True)
class Experiment:
    """A numbered series of games between bots. Make it by `experiment`, which checks it.

    The same experiment gives the same rows on every machine, in any number of processes.
    """

    game: str
    games: int
    bots: tuple[str, ...]
    """The bot of each seat."""
    seed: int = 1
    options: Mapping[str, object] = field(default_factory=dict)
    material: JsonObject | None = None

    def simulation(self) -> Simulation:
        return Simulation(find_game(self.game), self.bots, self.seed, self.options, self.material)

    def part_size(self, with_decisions: bool) -> int:
        """How many games make a part. It depends on the experiment alone and not on the number of
        processes, which must not change what is written."""
        if not SEARCHING.isdisjoint(self.bots):
            return SLOW_PART
        if with_decisions:
            return DECISIONS_PART
        return QUICK_PART if set(self.bots) == {"random"} else PART

    def parts(self, size: int) -> Iterator[Part]:
        """The experiment in parts of so many games; the last one may be shorter."""
        for place, first in enumerate(range(1, self.games + 1, size), start=1):
            yield Part(place, range(first, min(first + size, self.games + 1)))


def experiment(
    game: str,
    games: int,
    bots: str | Sequence[str] = "random",
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    material: JsonObject | None = None,
) -> Experiment:
    """An experiment that can be carried out, or an error that says what is wrong.

    `game` is a slug. `bots` is one name for all seats, or one for each. By default as few play as
    can, or as many as bots are named.

    >>> experiment("seis-dados", games=1000, bots=["novice", "normal"]).bots
    ('novice', 'normal')
    """
    found = find_game(game)
    names = [bots] if isinstance(bots, str) else list(bots)
    if players is None:
        players = max(found.about.players[0], len(names))
    games, seed = whole_number("games", games), whole_number("seed", seed)
    if games < 1:
        raise BadOption("no-games", "", N_("Play at least one game."))
    found.setup(players, options, material)
    seats = bots_for(found, players, names)
    return Experiment(found.slug, games, seats, seed, options or {}, material)
