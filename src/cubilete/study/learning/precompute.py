"""The tables that strategies ship, computed anew.

A package offers the maker of its game's tables by an entry point of the group `cubilete.tables`,
named by the game's slug. It is called with a seed and a function that is told the progress, and
yields file names and contents; the files belong into the folder `data` of the package in which the
game's policy is defined.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path

from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.message import N_

GROUP = "cubilete.tables"
AT_MOST = 5_000_000
"""Bytes that all games together may ship."""

Progress = Callable[[int, int], None]
Maker = Callable[[int, Progress], Iterator[tuple[str, bytes]]]


@dataclass(frozen=True)
class Table:
    """A file that a strategy ships."""

    game: str
    package: str
    """Where the policy is defined."""
    name: str
    content: bytes

    @property
    def shipped(self) -> bool:
        """Whether the installed file has the same content."""
        file = resources.files(self.package).joinpath("data", self.name)
        return file.is_file() and file.read_bytes() == self.content

    def write(self, folder: Path) -> Path:
        """Writes the file where it belongs below a folder of packages, such as `src`."""
        path = folder.joinpath(*self.package.split("."), "data", self.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.content)
        return path


def package_of(game: AnyGame) -> str:
    package = sys.modules[type(game.policy).__module__].__package__
    assert package
    return package


def makers() -> dict[str, Maker]:
    """By slug, for the games that have tables to compute."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def compute(
    game: AnyGame, seed: int = 1, progress: Progress = lambda done, total: None
) -> Iterator[Table]:
    """All tables of a game. It takes minutes, much longer if the rules are interpreted."""
    maker = makers().get(game.slug)
    if maker is None:
        raise BadOption("no-tables", "", N_("{game} has no tables to compute."), game=game.name)
    for name, content in maker(seed, progress):
        yield Table(game.slug, package_of(game), name, content)


def shipped_sizes(game: AnyGame) -> dict[str, int]:
    """The sizes of the files that a game ships for its strategy, in bytes."""
    folder = resources.files(package_of(game)).joinpath("data")
    if not folder.is_dir():
        return {}
    return {file.name: len(file.read_bytes()) for file in folder.iterdir() if file.is_file()}
