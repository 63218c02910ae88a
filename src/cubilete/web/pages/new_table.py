"""New table: who sits down, by which rules; and opening it."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData

from cubilete.core.game import SEATS_AT_MOST, AnyGame
from cubilete.core.parts.rules import Option
from cubilete.core.registry import all_games, find_game
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.base import Conflict
from cubilete.table import changes
from cubilete.table.clock import CLOCKS
from cubilete.table.errors import NotYours
from cubilete.table.opening import Draft, new_plan
from cubilete.table.plan import BOT, LOCAL, PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.http.drafts import draft_from, is_out_of_date, new_draft
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    identities_of,
    language_of,
    live_table,
    number,
    page,
    person_of,
    with_cookie,
)

router = APIRouter(include_in_schema=False)

KINDS = (PERSON, LOCAL, BOT)


@router.get("/new")
async def new_table(request: Request) -> Response:
    slug = request.query_params.get("game") or all_games()[0].slug
    game, draft = find_game(slug), new_draft(identities_of(request))
    prepared = draft.prepared(game.about.players[-1])
    return page(request, "new.html", game=game, clocks=CLOCKS, draft=draft, prepared=prepared)


def option_from(option: Option, form: FormData) -> object | None:
    """What a form says of an option; None where it says nothing."""
    if option.kind is bool:
        chosen = bool(field(form, option.name))
        return chosen if chosen or option.default else None
    if option.kind is int:
        text = field(form, option.name)
        return (number(form, option.name) if text else None) or None
    return [str(value) for value in form.getlist(option.name)] or None


def plan_from(draft: Draft, game: AnyGame, form: FormData) -> Plan:
    """The plan of the table that a form describes."""
    if field(form, "now"):
        return plan_against_bots(draft, game)
    options: dict[str, object] = {}
    for option in game.rules.options:
        value = option_from(option, form)
        if value is not None:
            options[option.name] = value
    seats = [PERSON, *(field(form, f"seat{seat}") for seat in range(1, game.about.players[-1]))]
    return new_plan(
        game,
        [seat for seat in seats if seat.partition(" ")[0] in KINDS],
        table=draft.table,
        secret=draft.secret,
        options=options,
        bot=field(form, "bot"),
        real_dice=field(form, "dice") == "real",
        clock=field(form, "clock"),
        invited_only=bool(field(form, "invited_only")),
        hints=True if field(form, "hints") else None,
    )


def plan_against_bots(draft: Draft, game: AnyGame) -> Plan:
    """The fewest players, all bots but one."""
    bots = game.about.players[0] - 1
    return new_plan(game, [PERSON, *[BOT] * bots], table=draft.table, secret=draft.secret)


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """Opens a table and seats its host, and the people on the same device.

    A form that is sent twice opens one table, also where the server failed before all people sat.
    A seed counts only where the form showed the commitment of the table first.
    """
    form = await form_of(request)
    if is_out_of_date(identities_of(request), field(form, "draft")):
        return ask_again(request, form)
    shown = draft_from(identities_of(request), field(form, "draft"))
    draft = shown or new_draft(identities_of(request))
    plan = plan_from(draft, find_game(field(form, "game")), form)
    seed = field(form, "seed") if shown else ""
    sitting = [
        (seat, name, person_of(request).owner) for seat, name in names_from(request, form, plan)
    ]
    trial = Table(plan)  # refuse bad names before there is a table
    for seat, name, owner in sitting:
        trial.apply(changes.sit(trial, seat, name, owner, seed if seat == 0 else ""))
    host = host_of(request)
    try:
        live = await host.create(plan)
    except Conflict:
        live = await live_table(request, draft.table)
    for seat, name, owner in sitting:
        if live.table.match is None and seat not in live.table.seats_of(owner):
            await sit_once(host, live, seat, name, owner, seed if seat == 0 else "")
    return with_cookie(request, RedirectResponse(f"/t/{draft.table}", 303))


async def sit_once(
    host: Host, live: LiveTable, seat: int, name: str, owner: str, seed: str
) -> None:
    """Seats a person, unless the same form has done so at the same time."""
    try:
        await host.sit_down(live, seat, name, owner, seed)
    except NotYours:
        if seat not in live.table.seats_of(owner):
            raise


def ask_again(request: Request, form: FormData) -> Response:
    """The same form with a new draft, because the one of the page no longer counts. The seed that
    the browser sent was for the old one; it brings another."""
    replaced = ("token", "draft", "seed")
    again = page(
        request,
        "draft-again.html",
        action=request.url.path,
        answers=[(name, value) for name, value in form.multi_items() if name not in replaced],
        draft=new_draft(identities_of(request)),
    )
    again.status_code = 409
    return again


def names_from(request: Request, form: FormData, plan: Plan) -> list[tuple[int, str]]:
    """Seat and name of everybody who sits down at once: the host, and those on this device.

    The form counts all the seats that the game can have, the table only those that are taken.
    """
    host = field(form, "name").strip() or default_name(request)
    written = [
        field(form, f"name{seat}").strip()
        for seat in range(1, SEATS_AT_MOST)
        if field(form, f"seat{seat}").partition(" ")[0] in KINDS
    ]
    beside = [
        (seat, name or f"{host} {seat + 1}")
        for seat, (kind, name) in enumerate(zip(plan.kinds[1:], written, strict=False), start=1)
        if kind == LOCAL
    ]
    return [(0, host), *beside]


def default_name(request: Request) -> str:
    return "Anfitrión" if language_of(request) == "es" else "Host"
