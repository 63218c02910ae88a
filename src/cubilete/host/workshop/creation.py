"""A creation: a deck, sheets or a level that somebody makes, as it is stored.

It is a document of the kind “material”. Its key is the unguessable part of its link. Its owner may
change it, everybody with the link may use it. `forget me` removes it with its owner's documents:
tables and records carry their material themselves, so games that are played with it go on.
"""

import base64
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from cubilete.core.datafile import parse
from cubilete.core.errors import BadMaterial, BadOption, CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.workshop import Workshop
from cubilete.core.registry import find_game
from cubilete.store.documents import Document

KIND = "material"
MOST_BYTES = 24 * 1024
"""Of the material as JSON: three times a deck of 216."""
MOST_STEPS = 60
"""Changes that can be undone."""


class NoWorkshop(CubileteError):
    """A game has no material that people could make."""


@dataclass(frozen=True)
class Version:
    """What can be changed, and undone."""

    name: str
    material: JsonObject


@dataclass(frozen=True)
class Creation:
    game: str
    version: Version
    past: tuple[Version, ...] = ()
    """Earlier versions, the latest last."""
    balance: JsonObject | None = None
    """The last balance report: see `balance.py`."""
    key: str = ""
    owner: str = ""

    @property
    def installed_game(self) -> AnyGame:
        return find_game(self.game)

    @property
    def workshop(self) -> Workshop:
        return workshop_of(self.installed_game)

    @property
    def name(self) -> str:
        return self.version.name

    @property
    def material(self) -> JsonObject:
        return self.version.material

    @property
    def file(self) -> str:
        """The material as the file that `cubilete check` reads."""
        return self.workshop.file(self.material)

    def read(self) -> JsonObject:
        """The material as a game takes it. Raises BadMaterial for a draft that is not right yet:
        the same error as `cubilete check`, because it is the same reading of the same file."""
        return self.installed_game.material_from(parse(self.file))

    @property
    def problem(self) -> BadMaterial | None:
        """What is wrong with a draft."""
        try:
            self.read()
        except BadMaterial as error:
            return error
        return None

    def changed(self, version: Version) -> "Creation":
        if version == self.version:
            return self
        if len(json.dumps(version.material)) > MOST_BYTES:
            raise BadOption("too-large", "", N_("That is too long. Make it shorter."))
        return replace(self, version=version, past=(*self.past, self.version)[-MOST_STEPS:])

    def undone(self) -> "Creation":
        """The version before; the same where there is none."""
        if not self.past:
            return self
        return replace(self, version=self.past[-1], past=self.past[:-1])

    def to_json(self) -> str:
        return json.dumps(
            {
                "game": self.game,
                "name": self.name,
                "material": self.material,
                "past": packed(self.past),
                "balance": self.balance,
            },
            ensure_ascii=False,
        )


def workshop_of(game: AnyGame) -> Workshop:
    """How material of a game is made; NoWorkshop where it has none."""
    found = game.page.workshop
    if found is None:
        raise NoWorkshop(
            "no-workshop", "", N_("{game} is always played with the same material."), game=game.name
        )
    return found


def creation_from(document: Document) -> Creation:
    stored = json.loads(document.content)
    return Creation(
        stored["game"],
        Version(stored["name"], stored["material"]),
        tuple(unpacked(stored["past"])),
        stored["balance"],
        document.key,
        document.owner,
    )


def packed(past: Iterable[Version]) -> str:
    """Versions differ by a few letters: compressed, all of them take little more than one."""
    listed = json.dumps([[each.name, each.material] for each in past])
    return base64.b64encode(zlib.compress(listed.encode())).decode()


def unpacked(text: str) -> Iterable[Version]:
    for name, material in json.loads(zlib.decompress(base64.b64decode(text))):
        yield Version(name, material)
