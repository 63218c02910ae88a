"""The same table for programs: JSON in, JSON out, and a stream of events.

A program sits down like a person and gets a token; with the token it may do what that seat may
do, and sees what that seat may see.
"""

import json
import secrets
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request, Response
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from cubilete.core.errors import BadOption
from cubilete.core.game import Game
from cubilete.core.message import N_
from cubilete.core.registry import all_games, find_game
from cubilete.store.base import Conflict
from cubilete.table.clock import Clock
from cubilete.table.plan import BOT, PERSON
from cubilete.table.table import Entry, NotYours, Table, TooLate
from cubilete.web.asking import house_of, live_of, people_of
from cubilete.web.drafts import draft_from, new_draft
from cubilete.web.house import Live
from cubilete.web.pages import new_plan, sit_down
from cubilete.web.people import Person
from cubilete.web.problems import documented
from cubilete.web.records import keep

router = APIRouter(prefix="/api", tags=["table"], responses=documented(400, 413, 422, 429, 503))

LONGEST_TOKEN = 200
ENCODER = json.JSONEncoder(default=vars, ensure_ascii=False, separators=(",", ":"))
Text = Annotated[str, Field(max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=24)]
Seed = Annotated[
    str,
    Field(
        pattern="^([0-9a-f]{16,128})?$",
        description="your share in the dice; without one the table makes it from its secret",
    ),
]


class GameInfo(BaseModel):
    slug: str
    name: str
    least_players: int
    most_players: int
    minutes: int
    options: list[str]
    bots: list[str]


class NewTable(BaseModel):
    game: Text
    name: Name = "program"
    people: Annotated[int, Field(ge=1, le=6, description="seats for people, yours among them")] = 1
    bots: Annotated[int, Field(ge=0, le=6)] = 1
    bot: Annotated[
        Text | list[Text],
        Field(max_length=6, description="the name of the bots, or one name for each of them"),
    ] = ""
    options: dict[str, bool | int | list[Text]] = {}
    clock: Annotated[Text, Field(description="“decision 30”, “game 300” …, or none")] = ""
    draft: Annotated[str, Field(max_length=100, description="from /api/draft")] = ""
    seed: Seed = ""


class DraftInfo(BaseModel):
    """A table to come, and what binds it to its secret before it knows any seed."""

    draft: str
    table: str
    commitment: str


class Sitting(BaseModel):
    name: Name
    seat: Annotated[int, Field(ge=0, le=5)]
    seed: Seed = ""


class Seated(BaseModel):
    table: str
    seat: int
    token: str
    commitment: str
    fingerprint: str


class SeatPrint(BaseModel):
    seat: int
    name: str
    fingerprint: Annotated[str, Field(description="SHA-256 of the seed as it is written")]
    own: Annotated[bool, Field(description="brought by the player, or made by the table")]


class Fair(BaseModel):
    """What the dice are bound to; empty where people roll their own."""

    commitment: Annotated[str, Field(description="SHA-256 of the table's secret")]
    seats: list[SeatPrint]


class Move(BaseModel):
    text: Text
    on: Annotated[int, Field(ge=0, description="the last event that you have seen")]
    revision: Annotated[
        int | None,
        Field(ge=0, description="the revision that you have seen: tells what was taken back since"),
    ] = None
    key: Annotated[str, Field(max_length=64, description="your own; a repeated key plays once")] = (
        ""
    )


class Saying(BaseModel):
    text: Annotated[str, Field(max_length=300)]


class SeenEvent(BaseModel):
    n: int
    by: int | str
    text: str


class Look(BaseModel):
    table: str
    game: str
    revision: int
    seat: int | None
    names: list[str]
    begun: bool
    over: bool
    on: int
    view: dict[str, object] | None
    events: list[SeenEvent]
    clock: Annotated[
        list[float] | None, Field(description="seconds left of each seat, where there is a clock")
    ] = None


class KeptRecord(BaseModel):
    record: str
    link: Annotated[str, Field(description="where the game can be replayed")]


async def person_of_token(
    request: Request, authorization: Annotated[str, Header(max_length=LONGEST_TOKEN)] = ""
) -> Person | None:
    """Whoever the token belongs to; None watches. (Async, or it would be given a thread.)"""
    if not authorization:
        return None
    person = people_of(request).from_seat_link(authorization.removeprefix("Bearer "))
    if person is None:
        raise NotYours("bad-token", "", N_("That is not your seat."))
    return person


Who = Annotated[Person | None, Depends(person_of_token)]


def seat_of(live: Live, person: Person | None) -> int | None:
    seats = live.table.seats_of(person.owner) if person else []
    return seats[0] if seats else None


def own_seat(live: Live, person: Person | None) -> int:
    seat = seat_of(live, person)
    if seat is None:
        raise NotYours("not-your-seat", "", N_("That is not your seat."))
    return seat


def look_of(live: Live, seat: int | None, after: int = 0) -> str:
    """A `Look`, written at once: what comes from a table need not be checked again."""
    table = live.table
    look = {
        "table": table.plan.table,
        "game": table.plan.game,
        "revision": table.revision,
        "seat": seat,
        "names": table.names(),
        "begun": table.match is not None,
        "over": table.over,
        "on": table.last_seen(seat),
        "view": table.view(seat) if table.match is not None else None,
        "events": [
            {"n": event.n, "by": event.by, "text": event.text}
            for event in table.seen_by(seat, after)
        ],
        "clock": None if table.clock is None else clock_of(table.clock, live.elapsed),
    }
    return ENCODER.encode(look)


def as_json(look: str) -> Response:
    return Response(look, media_type="application/json")


def clock_of(clock: Clock, elapsed: float) -> list[float]:
    return [round(clock.remaining(seat, elapsed), 1) for seat in range(len(clock.left))]


def info_of(game: Game) -> GameInfo:
    return GameInfo(
        slug=game.slug,
        name=game.name,
        least_players=game.players[0],
        most_players=game.players[-1],
        minutes=game.minutes,
        options=[option.name for option in game.options],
        bots=list(game.bots()),
    )


@router.get("/games")
async def games() -> list[GameInfo]:
    """The games that there are."""
    return [info_of(game) for game in all_games()]


@router.get("/draft")
async def draft(request: Request) -> DraftInfo:
    """A table to come: it is bound to its secret before you send your seed."""
    fresh = new_draft(people_of(request))
    return DraftInfo(draft=fresh.ticket, table=fresh.table, commitment=fresh.commitment)


@router.post("/tables", status_code=201, responses=documented(404, 409))
async def create(request: Request, new: NewTable) -> Seated:
    """Opens a table and sits you down at its first seat; a seed of yours needs a draft."""
    promised = draft_from(people_of(request), new.draft)
    if promised is None and (new.draft or new.seed):
        raise BadOption(
            "no-draft", "", N_("A seed counts only at a table that has promised its dice before.")
        )
    names = new.bot if isinstance(new.bot, list) else [new.bot] * new.bots
    if len(names) != new.bots:
        raise BadOption("bad-bots", "", N_("Name one bot for each seat of a bot, or one for all."))
    plan = new_plan(
        promised or new_draft(people_of(request)),
        find_game(new.game),
        [PERSON] * new.people + [f"{BOT} {name}" for name in names],
        dict(new.options),
        "",
        real_dice=False,
        clock=new.clock,
    )
    try:
        live = await house_of(request).create(plan)
    except Conflict:
        raise TooLate("draft-used", "", N_("That table is open already.")) from None
    return await take_seat(request, live, Sitting(name=new.name, seat=0, seed=new.seed))


async def take_seat(request: Request, live: Live, sitting: Sitting) -> Seated:
    person = Person(secrets.token_hex(16), known=False)
    await sit_down(house_of(request), live, sitting.seat, sitting.name, person.owner, sitting.seed)
    return Seated(
        table=live.table.plan.table,
        seat=sitting.seat,
        token=people_of(request).seat_link(person),
        commitment=live.table.commitment,
        fingerprint=live.table.seats[sitting.seat].fingerprint,
    )


@router.post("/tables/{name}/sit", status_code=201, responses=documented(403, 404, 409))
async def sit(request: Request, name: str, sitting: Sitting) -> Seated:
    """Sits you down; the game begins when all seats are taken."""
    return await take_seat(request, await live_of(request, name), sitting)


@router.get("/tables/{name}", response_model=Look, responses=documented(403, 404, 409))
async def look(request: Request, name: str, who: Who, after: int = 0) -> Response:
    """What your seat sees, with the events after a number; without a token, a spectator."""
    live = await live_of(request, name)
    return as_json(look_of(live, seat_of(live, who), after))


@router.get("/tables/{name}/fair", responses=documented(404, 409))
async def fair(request: Request, name: str) -> Fair:
    """What the dice of a table are bound to, before you sit down and ever after."""
    table = (await live_of(request, name)).table
    seats = [] if table.plan.real_dice else table.seats
    return Fair(
        commitment=table.commitment,
        seats=[
            SeatPrint(seat=n, name=seat.name, fingerprint=seat.fingerprint, own=seat.own_seed)
            for n, seat in enumerate(seats)
            if seat.taken
        ],
    )


@router.post("/tables/{name}/moves", response_model=Look, responses=documented(403, 404, 409))
async def move(request: Request, name: str, move: Move, who: Who) -> Response:
    """Plays a legal text, made on the last event that you have seen; tells what came of it."""
    live = await live_of(request, name)
    seat = own_seat(live, who)
    key = move.key or secrets.token_hex(8)

    def wish(table: Table) -> Entry:
        return table.move(seat, move.text, move.on, key, move.revision)

    await house_of(request).change(live, wish, key)
    return as_json(look_of(live, seat, move.on))


@router.post("/tables/{name}/undo", response_model=Look, responses=documented(403, 404, 409))
async def undo(request: Request, name: str, who: Who) -> Response:
    """Takes your last decision back, while nothing new has been seen."""
    live = await live_of(request, name)
    seat = own_seat(live, who)
    await house_of(request).change(live, lambda table: table.undo(seat))
    return as_json(look_of(live, seat))


@router.post("/tables/{name}/chat", response_model=Look, responses=documented(403, 404, 409))
async def chat(request: Request, name: str, saying: Saying, who: Who) -> Response:
    """Says something to the table."""
    live = await live_of(request, name)
    seat = own_seat(live, who)
    await house_of(request).change(live, lambda table: table.say(seat, saying.text))
    return as_json(look_of(live, seat))


@router.get(
    "/tables/{name}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}, **documented(403, 404, 409)},
)
async def stream(request: Request, name: str, who: Who, seen: int = 0) -> StreamingResponse:
    """What your seat sees, whenever it changes: server-sent events with JSON."""
    live = await live_of(request, name)

    async def events() -> AsyncIterator[str]:
        async for revision in live.revisions(seen):
            if revision is None:
                yield ": still here\n\n"
            else:
                seat = seat_of(live, who)
                yield f"id: {revision}\ndata: {look_of(live, seat)}\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


@router.get(
    "/tables/{name}/record",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}, **documented(404, 409)},
)
async def record(request: Request, name: str) -> Response:
    """The record of a game that is over."""
    live = await live_of(request, name)
    if not live.table.over:
        raise TooLate("not-over", "", N_("The game is not over yet."))
    return Response(live.table.record().to_text(), media_type="application/x-ndjson")


RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


@router.post("/records", status_code=201, openapi_extra=RECORD_BODY)
async def keep_record(request: Request) -> KeptRecord:
    """Keeps the record of a game from elsewhere, checked against the rules, for replay."""
    name = await keep(house_of(request).store, await request.body())
    return KeptRecord(record=name, link=f"/r/{name}")
