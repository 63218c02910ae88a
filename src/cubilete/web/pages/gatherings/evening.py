"""An evening: its link for all, joining it, the next game, the running table, and the last page.

Pages refresh themselves: by `evening.js`, which asks for `state`, and without script because the
browser loads them again. Looking at an evening also does what is due (`settle`).
"""

import secrets

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from cubilete.core.message import N_, Listing, Message
from cubilete.core.registry import find_game
from cubilete.host.gatherings.evening import Evening, Standing, StoredEvening
from cubilete.host.gatherings.rounds import open_round, settle
from cubilete.host.host import NAME
from cubilete.language import decimal, say
from cubilete.table.errors import Missing, TooLate
from cubilete.table.names import isolated
from cubilete.web.html.ending.picture import drawn_picture
from cubilete.web.http.addresses import address_for_others
from cubilete.web.http.drafts import draft_from, new_draft
from cubilete.web.http.names import remember_name, remembered_face, remembered_name, usual_name
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    identities_of,
    language_of,
    number,
    page,
    person_of,
    viewer_of,
    with_cookie,
)

router = APIRouter(include_in_schema=False)

COOKIE = "evening"
"""The last evening of a browser, to find it again."""
DAY = 24 * 3600
LOTS = "lot"
"""The value of the button that lets the lot choose the game."""


@router.get("/evening")
async def new_evening(request: Request) -> Response:
    name = request.cookies.get(COOKIE, "")
    known = await host_of(request).evenings.find(name) if NAME.fullmatch(name) else None
    return page(
        request,
        "evening-new.html",
        own_name=remembered_name(request),
        last=name if known is not None and not known.evening.over else "",
    )


@router.post("/evening")
async def open_evening(request: Request) -> Response:
    form = await form_of(request)
    host_of(request).housekeeping.check_room()
    own_name = field(form, "name").strip() or usual_name(request)
    choice, owner = field(form, "choice"), person_of(request).owner
    face = remembered_face(request)
    name = await host_of(request).evenings.open(choice, owner, own_name, face)
    return remembered(request, name, own_name)


async def stored_evening(request: Request, name: str) -> StoredEvening:
    host = host_of(request)
    found = await host.evenings.find(name) if NAME.fullmatch(name) else None
    if found is None:
        raise Missing(
            "no-evening",
            "",
            N_(
                "There is no evening here. The link may be incomplete, or nobody has used the "
                "evening for three months."
            ),
        )
    return await settle(host, found)


def remembered(request: Request, name: str, own_name: str = "") -> Response:
    """Back to the evening, which the browser remembers."""
    response = RedirectResponse(f"/evening/{name}", 303)
    response.set_cookie(COOKIE, name, max_age=DAY, httponly=True, samesite="lax")
    if own_name:
        remember_name(response, own_name)
    return with_cookie(request, response)


@router.get("/evening/{name}")
async def evening(request: Request, name: str) -> Response:
    stored = await stored_evening(request, name)
    now, owner = stored.evening, person_of(request).owner
    return page(
        request,
        "evening.html",
        stored=stored,
        evening=now,
        me=now.guest(owner),
        opens=now.guest(owner) is not None and now.opener == owner,
        chooses=now.may_choose(owner),
        offered=now.offered(),
        draft=new_draft(identities_of(request)),
        standings=now.standings(),
        rounds=told_rounds(now),
        points=lambda value: points_words(value, language_of(request)),
        address=address_for_others(request, f"/evening/{name}"),
        own_name=remembered_name(request),
        headline=headline(now, language_of(request)) if now.over else "",
        shared=shared_words(request, stored) if now.over else "",
    )


@router.get("/evening/{name}/state")
async def state(request: Request, name: str) -> Response:
    """For the script: what the page must show by now, and the table where the viewer plays."""
    stored = await stored_evening(request, name)
    current, owner = stored.evening.current, person_of(request).owner
    table = current.table if current is not None and owner in current.owners else ""
    return JSONResponse({"revision": stored.revision, "table": table})


@router.post("/evening/{name}/join")
async def join(request: Request, name: str) -> Response:
    form = await form_of(request)
    await stored_evening(request, name)
    own_name, owner = field(form, "name").strip() or usual_name(request), person_of(request).owner
    face = remembered_face(request)
    await host_of(request).evenings.join(name, owner, own_name, face)
    return remembered(request, name, own_name)


@router.post("/evening/{name}/leave")
async def leave(request: Request, name: str) -> Response:
    """The viewer leaves, or the opener takes somebody off, who is named by their place."""
    form = await form_of(request)
    now, owner = (await stored_evening(request, name)).evening, person_of(request).owner
    who, place = owner, number(form, "guest")
    if field(form, "guest"):
        if not 0 <= place < len(now.guests):
            raise HTTPException(404)
        who = now.guests[place].owner
    await host_of(request).evenings.change(name, lambda now: now.without(who, owner))
    return RedirectResponse(f"/evening/{name}", 303)


@router.post("/evening/{name}/end")
async def end(request: Request, name: str) -> Response:
    await form_of(request)
    await stored_evening(request, name)
    owner = person_of(request).owner
    await host_of(request).evenings.change(name, lambda now: now.ended(owner))
    return RedirectResponse(f"/evening/{name}", 303)


@router.post("/evening/{name}/choose")
async def choose(request: Request, name: str) -> Response:
    """The next game. A seed counts only where the form showed the commitment of the table."""
    form = await form_of(request)
    stored, owner = await stored_evening(request, name), person_of(request).owner
    now, chosen_for = stored.evening, number(form, "number")
    if chosen_for < len(now.rounds) and now.guest(owner) is not None:
        return RedirectResponse(f"/evening/{name}", 303)  # it was sent twice, or another was faster
    now.check_choice(owner, chosen_for)
    slug, offered = field(form, "game"), now.offered()
    if slug == LOTS and offered:
        slug = secrets.choice(offered).slug
    game = find_game(slug)
    now.check_offered(game)
    shown = draft_from(identities_of(request), field(form, "draft"))
    draft = shown or new_draft(identities_of(request))
    seed = field(form, "seed") if shown else ""
    try:
        await open_round(host_of(request), stored, game, chosen_for, (owner, seed), draft)
    except TooLate:
        return RedirectResponse(f"/evening/{name}", 303)
    return RedirectResponse(f"/t/{draft.table}", 303)


# --- Words ---


def points_words(points: float, language: str) -> str:
    return decimal(points, language, 0 if points == int(points) else 1)


def told_rounds(now: Evening) -> list[tuple[str, str, str, list[str]]]:
    """For each game its slug, name and table, and the names of its winners."""
    names = {guest.owner: isolated(guest.name) for guest in now.guests}
    return [
        (
            each.game,
            find_game(each.game).name,
            each.table,
            [
                names.get(owner, "")
                for owner, points in zip(each.owners, each.points, strict=False)
                if points == max(each.points)
            ],
        )
        for each in now.rounds
    ]


def winners_of(now: Evening) -> list[Standing]:
    return [each for each in now.standings() if each.place == 1 and each.points]


def headline(now: Evening, language: str) -> str:
    winners = [isolated(each.guest.name) for each in winners_of(now)]
    if not winners:
        return say(Message(N_("An evening of dice")), language)
    values: dict[str, object] = {"names": Listing(winners)}
    won = Message(N_("{names} wins the evening!", "{names} win the evening!"), values, len(winners))
    return say(won, language)


def shared_words(request: Request, stored: StoredEvening) -> str:
    now, language = stored.evening, language_of(request)
    lines = [f"🎲 {headline(now, language)}"]
    lines += [
        f"{each.place}. {each.guest.name}: {points_words(each.points, language)}"
        for each in now.standings()
    ]
    lines += [
        f"{name} → {', '.join(winners)}" for _, name, _, winners in told_rounds(now) if winners
    ]
    return "\n".join([*lines, address_for_others(request, f"/evening/{stored.name}").url])


@router.get("/evening/{name}/picture.svg")
async def picture(request: Request, name: str) -> Response:
    """The result of an evening that is over, as a picture to share."""
    now = (await stored_evening(request, name)).evening
    language = viewer_of(request).language
    rows = [
        (each.guest.name, seat, each.place == 1, points_words(each.points, language))
        for seat, each in enumerate(now.standings())
    ]
    if not now.over or not rows:
        raise HTTPException(404)
    title = say(Message(N_("An evening of dice")), language)
    return Response(drawn_picture(headline(now, language), rows, title), media_type="image/svg+xml")
