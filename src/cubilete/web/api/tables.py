"""Tables for programs: open, sit down, look, play, and follow by a stream.

A program sits down like a person and gets a token; with the token it may do what that seat may do
and sees what that seat may see.
"""

import re
import secrets
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.responses import StreamingResponse

from cubilete.core.errors import BadOption
from cubilete.core.message import N_
from cubilete.core.registry import find_game
from cubilete.host.finished.records import record_text
from cubilete.host.live import LiveTable
from cubilete.host.seating import say
from cubilete.store.base import Conflict
from cubilete.table import changes
from cubilete.table.errors import TooLate
from cubilete.table.keys import RequestKey
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, PERSON
from cubilete.table.proof import seal_of_game
from cubilete.web.api.looks import (
    LONGEST_TOKEN,
    Who,
    look_json,
    look_response,
    own_seat,
    person_of_token,
    seat_of,
    table_for,
)
from cubilete.web.api.models import (
    Fair,
    Look,
    Move,
    NewTable,
    Saying,
    Seated,
    SeatPrint,
    Sitting,
)
from cubilete.web.api.route import DirectRoute, direct
from cubilete.web.http.drafts import draft_from, new_draft
from cubilete.web.http.identity import Person
from cubilete.web.http.problems import EVERYWHERE, documented
from cubilete.web.http.requests import (
    host_of,
    identities_of,
    live_table,
    turn_to_draw,
    turn_to_read,
)

router = APIRouter(
    prefix="/api/tables",
    tags=["table"],
    route_class=DirectRoute,
    responses=documented(*EVERYWHERE),
)

PLAIN_QUERY = re.compile(b"(?:after=([0-9]{1,9}))?")


# --- Looking and playing: what comes with every move ---


async def direct_look(request: Request) -> Response | None:
    after = PLAIN_QUERY.fullmatch(request.scope["query_string"])
    token = request.headers.get("authorization", "")
    if after is None or len(token) > LONGEST_TOKEN:
        return None
    who = await person_of_token(request, token)
    return await look(request, request.path_params["name"], who, int(after[1] or 0))


@router.get("/{name}", response_model=Look, responses=documented(403, 404, 409))
@direct(direct_look)
async def look(request: Request, name: str, who: Who, after: int = 0) -> Response:
    """What your seat sees, with the events after a number; without a token, a spectator."""
    live = await table_for(request, name, who)
    return look_response(live, seat_of(live, who), after)


async def direct_move(request: Request) -> Response | None:
    token = request.headers.get("authorization", "")
    if request.headers.get("content-type") != "application/json" or len(token) > LONGEST_TOKEN:
        return None
    try:
        wanted = Move.model_validate_json(await request.body())
    except ValidationError:
        return None
    who = await person_of_token(request, token)
    return await move(request, request.path_params["name"], wanted, who)


@router.post("/{name}/moves", response_model=Look, responses=documented(403, 404, 409))
@direct(direct_move)
async def move(request: Request, name: str, move: Move, who: Who) -> Response:
    """Plays a legal text, made on the last event that you have seen; tells what came of it."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    key = move.key or secrets.token_hex(8)
    await host_of(request).change(
        live,
        lambda table: changes.move(table, seat, move.text, move.on, key, move.revision),
        RequestKey(seat, key, move.text),
    )
    return look_response(live, seat, move.on)


@router.post("/{name}/undo", response_model=Look, responses=documented(403, 404, 409))
async def undo(request: Request, name: str, who: Who) -> Response:
    """Takes your last decision back, while nothing new has been seen."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    await host_of(request).change(live, lambda table: changes.undo(table, seat))
    return look_response(live, seat)


@router.post("/{name}/chat", response_model=Look, responses=documented(403, 404, 409, 410, 507))
async def chat(request: Request, name: str, saying: Saying, who: Who) -> Response:
    """Says something to the table."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    await say(host_of(request), live, seat, saying.text)
    return look_response(live, seat)


@router.get(
    "/{name}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}, **documented(403, 404, 409)},
)
async def stream(request: Request, name: str, who: Who, seen: int = 0) -> StreamingResponse:
    """What your seat sees, whenever it changes: server-sent events with JSON."""
    live = await table_for(request, name, who)

    async def events() -> AsyncIterator[bytes]:
        with host_of(request).presence.stream(live, who.owner if who else ""):
            sent = seen
            async for revision in live.revisions(sent):
                if who is not None and identities_of(request).is_signed_out(who):
                    return
                if revision is None:
                    yield b": still here\n\n"
                elif revision > sent:  # or it came while the update before waited for its turn
                    async with turn_to_draw(request):
                        look = look_json(live, seat_of(live, who))
                        sent = live.table.revision
                    yield b"id: %d\ndata: %b\n\n" % (sent, look)

    return StreamingResponse(events(), media_type="text/event-stream")


# --- Opening a table and sitting down ---


@router.post("", status_code=201, responses=documented(404, 409, 507))
async def create(request: Request, new: NewTable) -> Seated:
    """Opens a table and sits you down at its first seat; a seed of yours needs a draft."""
    identities = identities_of(request)
    shown = draft_from(identities, new.draft)
    if shown is None and (new.draft or new.seed):
        raise BadOption(
            "no-draft", "", N_("A seed only counts at a table that promised its dice beforehand.")
        )
    names = new.bot if isinstance(new.bot, list) else [new.bot] * new.bots
    if len(names) != new.bots:
        raise BadOption("bad-bots", "", N_("Name one bot for each bot's seat, or one for all."))
    draft = shown or new_draft(identities)
    plan = new_plan(
        find_game(new.game),
        [PERSON] * new.people + [f"{BOT} {name}" for name in names],
        table=draft.table,
        secret=draft.secret,
        options=dict(new.options),
        clock=new.clock,
        invited_only=new.invited_only,
        hints=new.hints,
    )
    try:
        live = await host_of(request).create(plan)
    except Conflict:
        raise TooLate("draft-used", "", N_("That table is already open.")) from None
    return await take_seat(request, live, Sitting(name=new.name, seat=0, seed=new.seed))


async def take_seat(request: Request, live: LiveTable, sitting: Sitting) -> Seated:
    person = Person(secrets.token_hex(16), known=False)
    await host_of(request).sit_down(
        live, sitting.seat, sitting.name, person.owner, sitting.seed, sitting.invitation
    )
    return Seated(
        table=live.table.plan.table,
        seat=sitting.seat,
        token=identities_of(request).api_token(person),
        commitment=live.table.commitment,
        fingerprint=live.table.seats[sitting.seat].fingerprint,
    )


@router.post("/{name}/sit", status_code=201, responses=documented(403, 404, 409, 410))
async def sit(request: Request, name: str, sitting: Sitting) -> Seated:
    """Sits you down; the game begins when all seats are taken."""
    return await take_seat(request, await live_table(request, name), sitting)


# --- Dice and records ---


@router.get("/{name}/fair", responses=documented(404, 409), response_model_exclude_defaults=True)
async def fair(request: Request, name: str) -> Fair:
    """What the dice of a table are bound to, before you sit down and ever after."""
    table = (await live_table(request, name)).table
    seats = [] if table.plan.real_dice else table.seats
    return Fair(
        commitment=table.commitment,
        seats=[
            SeatPrint(seat=n, name=seat.name, fingerprint=seat.fingerprint, own=seat.own_seed)
            for n, seat in enumerate(seats)
            if seat.taken
        ],
        prepared=list(table.prepared),
        seal=seal_of_game(table),
    )


@router.get(
    "/{name}/record",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}, **documented(404, 409)},
)
async def record(request: Request, name: str) -> Response:
    """The record of a game that is over."""
    live = await live_table(request, name)
    if not live.table.over:
        raise TooLate("not-over", "", N_("The game isn't over yet."))
    async with turn_to_read(request):
        text = await record_text(host_of(request), live.table)
    return Response(text, media_type="application/x-ndjson")
