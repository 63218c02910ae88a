"""For programs, beside the tables: the games, drafts, links, and records to import."""

import time

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException

from cubilete.bots.levels import bot_names
from cubilete.bots.positions import has_levels
from cubilete.core.game import SEATS_AT_MOST, AnyGame
from cubilete.core.message import N_
from cubilete.core.registry import all_games
from cubilete.host.finished.records import store_record
from cubilete.table.errors import NotYours
from cubilete.web.api.looks import Who
from cubilete.web.api.models import DraftInfo, GameInfo, SeatLink, StoredRecord
from cubilete.web.http.drafts import new_draft
from cubilete.web.http.identity import LINK_SECONDS
from cubilete.web.http.problems import EVERYWHERE, documented
from cubilete.web.http.requests import host_of, identities_of, turn_to_read

router = APIRouter(prefix="/api", tags=["table"], responses=documented(*EVERYWHERE))

RECORD_TYPES = ("application/x-ndjson", "application/json")
"""A page of another site can send these only after a CORS preflight, which is refused."""
RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string"}} for kind in RECORD_TYPES},
    }
}


@router.get("/games")
async def games() -> list[GameInfo]:
    """The games that there are."""
    return [info_of(game) for game in all_games()]


def info_of(game: AnyGame) -> GameInfo:
    options = game.rules.options
    return GameInfo(
        slug=game.slug,
        name=game.name,
        least_players=game.about.players[0],
        most_players=game.about.players[-1],
        minutes=game.about.minutes,
        options=[option.name for option in options],
        defaults={option.name: option.default for option in options if option.default is not None},
        bots=bot_names(game),
        hints=has_levels(game),
    )


@router.get("/draft")
async def draft(request: Request) -> DraftInfo:
    """A table to come: it is bound to its secret before you send your seed."""
    fresh = new_draft(identities_of(request))
    return DraftInfo(
        draft=fresh.ticket,
        table=fresh.table,
        commitment=fresh.commitment,
        prepared=list(fresh.prepared(SEATS_AT_MOST)),
    )


@router.post("/link", responses=documented(403))
async def link(request: Request, who: Who) -> SeatLink:
    """A link that opens the seats of your token in a browser; it works once."""
    if who is None:
        raise NotYours("not-your-seat", "", N_("That isn't your seat."))
    made = identities_of(request).device_link(who, time.time())
    return SeatLink(link=f"/me/{made}", seconds=LINK_SECONDS)


@router.post("/records", status_code=201, openapi_extra=RECORD_BODY, responses=documented(415, 507))
async def import_record(request: Request) -> StoredRecord:
    """Keeps the record of a game from elsewhere, checked against the rules, for replay."""
    if request.headers.get("content-type", "").partition(";")[0].strip() not in RECORD_TYPES:
        raise HTTPException(415)
    source = await request.body()
    async with turn_to_read(request):
        name = await store_record(host_of(request), source)
    return StoredRecord(record=name, link=f"/r/{name}")
