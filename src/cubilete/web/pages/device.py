"""A person's devices: a link that brings their seats to another one, and signing the others out.

Opening a link changes nothing: another site may have sent the browser there. The page says whose
seats come and what this browser would lose, and only its form makes the change.
"""

import time
from contextlib import suppress
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from cubilete.core.message import N_
from cubilete.core.registry import all_games
from cubilete.store.base import SeatedTable
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.plan import UnknownRules
from cubilete.web.http.addresses import address_for_others
from cubilete.web.http.identity import LINK_SECONDS, Link
from cubilete.web.http.requests import (
    form_of,
    host_of,
    identities_of,
    live_table,
    page,
    person_of,
    with_cookie,
)
from cubilete.web.pages.people.choices import bring_choices

router = APIRouter(include_in_schema=False)

MOST_SHOWN = 8
MOST_COUNTED = 100


async def check_seated(request: Request, name: str) -> None:
    live = await live_table(request, name)
    if not live.table.seats_of(person_of(request).owner):
        raise NotYours("not-your-seat", "", N_("That isn't your seat."))


@router.get("/t/{name}/device")
async def device(request: Request, name: str) -> Response:
    """The link that brings a person's seats to another device: a secret of theirs."""
    await check_seated(request, name)
    return link_page(request, name)


def link_page(request: Request, table: str) -> Response:
    """The page that shows the link; `table` is the one to go back to."""
    link = identities_of(request).device_link(person_of(request), time.time())
    return page(
        request,
        "device.html",
        address=address_for_others(request, f"/me/{link}"),
        minutes=LINK_SECONDS // 60,
        signed_out="out" in request.query_params,
        table=table,
    )


@router.post("/t/{name}/device/sign-out")
async def sign_out(request: Request, name: str) -> Response:
    """Signs out all other devices and programs of the person. Only people who sit somewhere can
    do it, because the store remembers it for ever."""
    await form_of(request)
    await check_seated(request, name)
    person = person_of(request)
    lowest = await host_of(request).store.sign_out(person.owner)
    identities_of(request).sign_out(person.owner, lowest)
    request.state.person = replace(person, known=False, generation=lowest)
    return with_cookie(request, RedirectResponse(f"/t/{name}/device?out", 303))


# --- The other device ---


def checked_link(request: Request, text: str) -> Link:
    """A link that can still be used; 404 for one that this server never made."""
    identities = identities_of(request)
    link = identities.from_device_link(text)
    if link is None and not identities.is_of_earlier_version(text):
        raise HTTPException(404)
    if link is None or link.until < time.time() or identities.is_signed_out(link.person):
        raise used_up()
    return link


def used_up() -> TooLate:
    return TooLate(
        "link-used-up",
        "",
        N_("This link no longer works. Make a new one on the device where you sit."),
    )


async def running_tables(request: Request, owner: str, most: int) -> list[SeatedTable]:
    tables = await host_of(request).store.tables_of(owner, most)
    return [each for each in tables if not each.over]


async def seats_at(request: Request, seated: SeatedTable, owner: str) -> list[str]:
    """The names of a person's seats at a table; none where its rules are not installed."""
    with suppress(UnknownRules):
        live = await host_of(request).find(seated.table)
        if live is not None:
            return [live.table.seats[seat].name for seat in live.table.seats_of(owner)]
    return []


@router.get("/me/{text}")
async def ask_to_arrive(request: Request, text: str) -> Response:
    """Asks whether a person's seats shall come to this browser."""
    link = checked_link(request, text)
    coming, here = link.person.owner, person_of(request).owner
    installed = {game.slug: game for game in all_games()}
    shown = await running_tables(request, coming, MOST_SHOWN)
    return page(
        request,
        "arrive.html",
        link=text,
        here=coming == here,
        seats=[
            (installed[each.game], await seats_at(request, each, coming))
            for each in shown
            if each.game in installed
        ],
        lost=len(await running_tables(request, here, MOST_COUNTED)),
    )


@router.post("/me/{text}")
async def arrive(request: Request, text: str) -> Response:
    """This browser becomes one of the person's devices. A link does that once."""
    link = checked_link(request, text)
    await form_of(request)
    store = host_of(request).store
    if not await store.use_once(link.nonce, int(time.time()), link.until):
        raise used_up()
    request.state.person = link.person
    response = RedirectResponse("/", 303)
    await bring_choices(request, response, link.person.owner)
    return with_cookie(request, response)
