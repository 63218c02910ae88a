"""Creations for requests: found by their keys, or as what a form wants to play with."""

from fastapi import Request

from cubilete.core.datafile import parse
from cubilete.core.errors import UnknownGame
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.host.workshop.creation import Creation, NoWorkshop
from cubilete.table.errors import Missing
from cubilete.web.http.requests import host_of, person_of

MOST_OFFERED = 12
"""Creations that the form of a new table lists."""


async def creation_of(request: Request, key: str) -> Creation:
    """Raises Missing where there is none of this key, or its game is no longer installed."""
    creation = await host_of(request).workbench.find(key)
    if creation is None or not is_usable(creation):
        raise missing()
    return creation


def missing() -> Missing:
    return Missing(
        "no-creation",
        "",
        N_("There is nothing here. Its maker may have deleted it, or the link is incomplete."),
    )


def is_usable(creation: Creation) -> bool:
    """Whether its game is installed and has a workshop still."""
    try:
        return creation.workshop is not None
    except (UnknownGame, NoWorkshop):
        return False


async def own_creations(request: Request) -> list[Creation]:
    """The sender's, the latest changed first."""
    owned = await host_of(request).workbench.owned(person_of(request).owner)
    return [creation for creation in owned if is_usable(creation)]


async def offered(request: Request, game: AnyGame, key: str) -> list[Creation]:
    """What the sender can play a game with beside what it is shipped with: the creation of this
    key, and their own."""
    if game.page.workshop is None:
        return []
    linked = [await creation_of(request, key)] if key else []
    own = await own_creations(request)
    found = {each.key: each for each in (*linked, *own) if each.game == game.slug}
    return list(found.values())[:MOST_OFFERED]


async def material_for(request: Request, game: AnyGame, key: str) -> JsonObject | None:
    """The material of a creation, for a table of this game; None for no key. Raises BadMaterial for
    a draft that is not right yet."""
    if not key:
        return None
    return game.material_from(parse((await creation_of(request, key)).file))
