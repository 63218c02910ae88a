"""Another game: a new table for those who have just played, where each adds a seed of their own.

Whoever asks for it sits down at once, and all the others are shown the way; they sit down where
they sat before when they take it. The game begins as soon as all are there. Bots are there
already.
"""

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from cubilete.core.errors import BadOption, CubileteError
from cubilete.core.message import N_
from cubilete.store.base import Conflict
from cubilete.table.table import NotYours, Table
from cubilete.web.asking import field, form_of, house_of, live_of, number, people_of, person_of
from cubilete.web.drafts import draft_from, new_draft
from cubilete.web.house import House, Live
from cubilete.web.pages import sit_down

router = APIRouter(include_in_schema=False)


@router.post("/t/{name}/again")
async def again(request: Request, name: str) -> Response:
    """Opens the table of the next game, if nobody else has done so."""
    live = await live_of(request, name)
    form = await form_of(request)
    house, owner, old = house_of(request), person_of(request).owner, live.table
    if number(form, "seat") not in old.seats_of(owner):
        raise NotYours("not-your-seat", "", N_("That is not your seat."))
    if not old.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    if old.rematch:
        fresh = await live_of(request, old.rematch)
        # Who comes second has noted a seed for a table that there will never be: they look again.
        return RedirectResponse(f"/t/{old.rematch if fresh.table.seats_of(owner) else name}", 303)
    promised = draft_from(people_of(request), field(form, "draft"))
    draft = promised or new_draft(people_of(request))
    plan = replace(old.plan, table=draft.table, secret=draft.secret)
    try:
        fresh = await house.create(plan)
    except Conflict:  # the form was sent twice
        return RedirectResponse(f"/t/{draft.table}", 303)
    await sit_as_before(house, old, fresh, owner, field(form, "seed") if promised else "")
    commitment = fresh.table.commitment
    await house.change(live, lambda table: table.play_again(plan.table, commitment))
    return RedirectResponse(f"/t/{plan.table}", 303)


@router.post("/t/{name}/follow")
async def follow(request: Request, name: str) -> Response:
    """Somebody goes to the next game, and sits down there."""
    old = (await live_of(request, name)).table
    form = await form_of(request)
    if not old.rematch:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    fresh = await live_of(request, old.rematch)
    owner = person_of(request).owner
    await sit_as_before(house_of(request), old, fresh, owner, field(form, "seed"))
    return RedirectResponse(f"/t/{old.rematch}", 303)


async def sit_as_before(house: House, old: Table, fresh: Live, owner: str, seed: str) -> None:
    """All that somebody had at a table they take at the next one, if it is still free. The seed
    goes with the first of their seats."""
    for seat in old.seats_of(owner):
        try:
            await sit_down(house, fresh, seat, old.seats[seat].name, owner, seed)
        except (NotYours, BadOption) as error:
            if error.code == "bad-seed":
                raise
            continue  # somebody else sits there by now, or is called so
        seed = ""
