"""What a seat sees, as JSON; and which seat a token belongs to."""

from typing import Annotated

from fastapi import Depends, Header, Request
from pydantic_core import to_json
from starlette.responses import Response

from cubilete.core.message import N_
from cubilete.host.live import LiveTable
from cubilete.table.clock import Clock
from cubilete.table.errors import NotYours
from cubilete.web.http.identity import Person
from cubilete.web.http.requests import host_of, identities_of, live_table

LONGEST_TOKEN = 200


async def person_of_token(
    request: Request, authorization: Annotated[str, Header(max_length=LONGEST_TOKEN)] = ""
) -> Person | None:
    """The owner of the token; None for a spectator. Async, or FastAPI would use a thread."""
    if not authorization:
        return None
    identities = identities_of(request)
    token = authorization.removeprefix("Bearer ")
    person = identities.from_api_token(token)
    if person is None and identities.is_of_earlier_version(token):
        raise NotYours(
            "old-token", "", N_("Tokens from an earlier version no longer work: sit down again.")
        )
    if person is None:
        raise NotYours("bad-token", "", N_("That isn't your seat."))
    if identities.is_signed_out(person):
        raise NotYours("signed-out", "", N_("You have signed this program out."))
    return person


Who = Annotated[Person | None, Depends(person_of_token)]


async def table_for(request: Request, name: str, person: Person | None) -> LiveTable:
    """An open table; the program that asks is present there."""
    live = await live_table(request, name)
    if person is not None:
        host_of(request).presence.note(live, person.owner)
    return live


def seat_of(live: LiveTable, person: Person | None) -> int | None:
    seats = live.table.seats_of(person.owner) if person else []
    return seats[0] if seats else None


def own_seat(live: LiveTable, person: Person | None) -> int:
    seat = seat_of(live, person)
    if seat is None:
        raise NotYours("not-your-seat", "", N_("That isn't your seat."))
    return seat


def look_json(live: LiveTable, seat: int | None, after: int = 0) -> bytes:
    """A `Look` (models.py), encoded without validating what the table itself says."""
    table = live.table
    asked_by = table.hints.asked_by
    look = {
        "table": table.plan.table,
        "game": table.plan.game,
        "revision": table.revision,
        "seat": seat,
        "names": table.names(),
        "begun": table.match is not None,
        "over": table.over,
        "on": table.last_event(seat),
        "view": table.view(seat) if table.match is not None else None,
        "events": [
            {"n": event.n, "by": event.by, "text": event.text}
            for event in table.seen_by(seat, after)
        ],
        "absent": live.away,
        "left": [number for number, each in enumerate(table.seats) if each.left],
        "end_asked": None if table.end_question is None else table.end_question.seat,
        "cancelled": table.cancelled,
        "hints": table.hints.on,
        "hints_asked": table.seats_of(asked_by)[0] if asked_by else None,
        "clock": None if table.clock is None else seconds_left(table.clock, live.elapsed),
    }
    return to_json(look, fallback=vars)


def seconds_left(clock: Clock, elapsed: float) -> list[float]:
    return [round(clock.remaining(seat, elapsed), 1) for seat in range(len(clock.left))]


def look_response(live: LiveTable, seat: int | None, after: int = 0) -> Response:
    return Response(look_json(live, seat, after), media_type="application/json")
