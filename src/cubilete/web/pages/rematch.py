"""Another game: a new table for the same people, where each brings a seed of their own.

The person who asks for it sits down at once; the others are shown the way and get their old seats
when they follow. The game begins as soon as everybody sits.
"""

from dataclasses import replace
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from cubilete.core.errors import BadOption, CubileteError
from cubilete.core.fair import RECIPE_2
from cubilete.core.message import N_
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.base import Conflict
from cubilete.table import changes
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.plan import BOT, Plan, Reservation
from cubilete.table.table import Table
from cubilete.web.http.drafts import draft_from, is_out_of_date, new_draft
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    identities_of,
    live_table,
    number,
    person_of,
)
from cubilete.web.pages.new_table import ask_again

router = APIRouter(include_in_schema=False)


@router.post("/t/{name}/again")
async def again(request: Request, name: str) -> Response:
    """Opens the table of the next game, unless somebody has done so."""
    live = await live_table(request, name)
    form = await form_of(request)
    host, owner, old = host_of(request), person_of(request).owner, live.table
    if number(form, "seat") not in old.seats_of(owner):
        raise NotYours("not-your-seat", "", N_("That isn't your seat."))
    if not old.over:
        raise CubileteError("not-over", "", N_("The game isn't over yet."))
    if old.rematch:
        fresh = await live_table(request, old.rematch)
        # The second to ask has noted a seed for a table that is never opened: they look again.
        return RedirectResponse(f"/t/{old.rematch if fresh.table.seats_of(owner) else name}", 303)
    if is_out_of_date(identities_of(request), field(form, "draft")):
        return ask_again(request, form)
    shown = draft_from(identities_of(request), field(form, "draft"))
    draft = shown or new_draft(identities_of(request))
    plan = replace(plan_of_rematch(old), table=draft.table, secret=draft.secret, recipe=RECIPE_2)
    try:
        fresh = await host.create(plan)
    except Conflict:
        fresh = await table_of_same_form(request, plan)
    await sit_as_before(host, old, fresh, owner, field(form, "seed") if shown else "")
    commitment, prepared = fresh.table.commitment, fresh.table.prepared
    try:
        await host.change(
            live, lambda table: changes.rematch(table, plan.table, commitment, prepared)
        )
    except TooLate:
        if live.table.rematch != plan.table:
            raise
    await say_yes(host, live, owner)
    return RedirectResponse(f"/t/{plan.table}", 303)


async def table_of_same_form(request: Request, plan: Plan) -> LiveTable:
    """The table that the same form has opened before, perhaps because the server failed then. The
    others must not be led to a table that was opened for something else."""
    found = await live_table(request, plan.table)
    if found.table.plan.to_json() != plan.to_json():
        raise TooLate("draft-used", "", N_("That table is already open."))
    return found


def plan_of_rematch(old: Table) -> Plan:
    """The same game for the same people: every seat waits for who sat there, and bots that were
    seated before the start play again."""
    return replace(
        old.plan,
        lesson=None,
        cup="",
        hints=None if old.plan.cup else old.plan.hints,
        kinds=tuple(seat.kind for seat in old.seats),
        bots=tuple(seat.bot for seat in old.seats),
        bot_names=tuple(seat.name if seat.kind == BOT else "" for seat in old.seats),
        reserved=tuple(
            Reservation(seat.owner, seat.name) if seat.owner and not seat.forgotten else None
            for seat in old.seats
        ),
    )


@router.post("/t/{name}/follow")
async def follow(request: Request, name: str) -> Response:
    """Somebody goes to the next game and sits down there."""
    live = await live_table(request, name)
    old = live.table
    form = await form_of(request)
    if not old.rematch:
        raise CubileteError("not-over", "", N_("The game isn't over yet."))
    fresh = await live_table(request, old.rematch)
    owner = person_of(request).owner
    await sit_as_before(host_of(request), old, fresh, owner, field(form, "seed"))
    await say_yes(host_of(request), live, owner)
    return RedirectResponse(f"/t/{old.rematch}", 303)


async def sit_as_before(host: Host, old: Table, fresh: LiveTable, owner: str, seed: str) -> None:
    """A person takes all seats that they had, where they are free; the seed goes with the first."""
    for seat in old.seats_of(owner):
        try:
            before = old.seats[seat]
            await host.sit_down(fresh, seat, before.name, owner, seed, face=before.face)
        except (NotYours, BadOption) as error:
            if error.code == "bad-seed":
                raise
            continue  # the seat or the name is taken by now
        seed = ""


async def say_yes(host: Host, live: LiveTable, owner: str) -> None:
    """Shows those who are still at the old table that a person has gone to the next one."""
    for seat in live.table.seats_of(owner):
        try:
            await host.change(live, partial(changes.follow, seat=seat))
        except TooLate:
            continue  # it has been noted before
