"""A creation: a deck, sheets or a level that somebody makes, as it is stored.

It is a document of the kind “material”. Its key is the unguessable part of its link. Its owner may
change it, everybody with the link may use it. `forget me` removes it with its owner's documents:
tables and records carry their material themselves, so games that are played with it go on.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

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

    def check_size(self) -> None:
        if len(json.dumps(self.material)) > MOST_BYTES:
            raise BadOption("too-large", "", N_("That is too long. Make it shorter."))


@dataclass(frozen=True)
class Creation:
    game: str
    version: Version
    past: str = ""
    """Earlier versions, packed: most requests don't need them. "" for none."""
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
        return problem_in(self.game, self.file)

    @property
    def has_report(self) -> bool:
        """Whether there is a balance report of the material as it is now."""
        return self.balance is not None and self.balance["material"] == self.material

    def changed(self, version: Version) -> "Creation":
        if version == self.version:
            return self
        version.check_size()
        past = [*unpacked(self.past), self.version]
        return replace(self, version=version, past=packed(past[-MOST_STEPS:]))

    def undone(self) -> "Creation":
        """The version before; the same where there is none."""
        if not self.past:
            return self
        *past, last = unpacked(self.past)
        return replace(self, version=last, past=packed(past))

    def to_json(self) -> str:
        return json.dumps(
            {
                "game": self.game,
                "name": self.name,
                "material": self.material,
                "past": self.past,
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
        stored["past"],
        stored["balance"],
        document.key,
        document.owner,
    )


@lru_cache(256)
def problem_in(game: str, file: str) -> BadMaterial | None:
    """What `cubilete check` says of a file."""
    try:
        find_game(game).material_from(parse(file))
    except BadMaterial as error:
        return error
    return None


def packed(past: Sequence[Version]) -> str:
    """Versions differ by a few letters: compressed, all of them take little more than one."""
    if not past:
        return ""
    listed = json.dumps([[each.name, each.material] for each in past])
    return base64.b64encode(zlib.compress(listed.encode())).decode()


def unpacked(text: str) -> list[Version]:
    listed = json.loads(zlib.decompress(base64.b64decode(text))) if text else []
    return [Version(name, material) for name, material in listed]
