"""Links for others, and for one's own other device."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from cubilete.core.message import N_, Message
from cubilete.host.live import LiveTable
from cubilete.table.errors import NotYours
from cubilete.web.http.addresses import address_for_others
from cubilete.web.http.requests import identities_of, live_table, page, person_of, viewer_of

router = APIRouter(include_in_schema=False)


@router.get("/t/{name}/invite")
async def invite(request: Request, name: str) -> Response:
    """The address of a table, to watch or to sit down."""
    live = await live_table(request, name)
    title = N_("Link to watch or sit down")
    return share(request, live, title, f"/t/{name}", secret=False)


@router.get("/t/{name}/device")
async def device(request: Request, name: str) -> Response:
    """The link that brings a person's seats to another device: a secret of theirs."""
    live = await live_table(request, name)
    person = person_of(request)
    if not live.table.seats_of(person.owner):
        raise NotYours("not-your-seat", "", N_("That is not your seat."))
    link = identities_of(request).seat_link(person)
    return share(request, live, N_("Go on at another device"), f"/me/{link}", secret=True)


def share(request: Request, live: LiveTable, title: str, path: str, secret: bool) -> Response:
    return page(
        request,
        "share.html",
        title=viewer_of(request).say(Message(title)),
        address=address_for_others(request, path),
        secret=secret,
        by_invitation=live.table.by_invitation,
        back=f"/t/{live.name}",
    )
