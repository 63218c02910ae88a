"""New table: who sits down, by which rules; and opening it."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData

from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option
from cubilete.core.registry import all_games, find_game
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.base import Conflict
from cubilete.table import changes
from cubilete.table.clock import CLOCKS
from cubilete.table.errors import NotYours
from cubilete.table.opening import Draft, fewest_seats, new_plan
from cubilete.table.plan import BOT, LOCAL, PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.http.drafts import draft_from, is_out_of_date, new_draft
from cubilete.web.http.names import (
    remember_name,
    remembered_face,
    remembered_name,
    usual_name,
)
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    identities_of,
    live_table,
    number,
    page,
    person_of,
    with_cookie,
)
from cubilete.web.pages.workshop.finding import material_for, offered

router = APIRouter(include_in_schema=False)

KINDS = (PERSON, LOCAL, BOT)


@router.get("/new")
async def new_table(request: Request) -> Response:
    slug = request.query_params.get("game") or all_games()[0].slug
    game, draft = find_game(slug), new_draft(identities_of(request))
    prepared = draft.prepared(game.about.players[-1])
    own = request.query_params.get("material", "")
    return page(
        request,
        "new.html",
        game=game,
        clocks=CLOCKS,
        draft=draft,
        prepared=prepared,
        own_name=remembered_name(request),
        fewest=fewest_seats(game),
        own_materials=await offered(request, game, own),
        chosen_material=own,
    )


def option_from(option: Option, form: FormData) -> object | None:
    """What a form says of an option; None where it says nothing."""
    if option.kind is bool:
        chosen = bool(field(form, option.name))
        return chosen if chosen or option.default else None
    if option.kind is int:
        text = field(form, option.name)
        return (number(form, option.name) if text else None) or None
    names = [str(value) for value in form.getlist(option.name)]
    if option.groups and field(form, f"{option.name}.grouped"):
        # A name counts if its group is switched on and it is chosen itself.
        groups = form.getlist(f"{option.name}.group")
        used = {name for group, within in option.groups if group in groups for name in within}
        names = [name for name in names if name in used]
        if not names:
            raise option.wrong(N_("{option} needs at least one name."))
    return names or None


@dataclass(frozen=True)
class Chair:
    """What a form says of one seat besides the host's own."""

    kind: str
    """PERSON, LOCAL or BOT."""
    spec: str
    """The seat as `new_plan` reads it."""
    name: str
    """Who sits there on this device, or whom the seat is for."""


def chairs_from(form: FormData, game: AnyGame) -> list[Chair]:
    """The seats that the form fills, without those for nobody. A bot is one word with its level, or
    its level and its face are fields of their own."""
    chairs: list[Chair] = []
    for seat in range(1, game.about.players[-1]):
        spec = field(form, f"seat{seat}")
        kind = spec.partition(" ")[0]
        if spec == BOT:
            level, who = field(form, f"level{seat}"), field(form, f"who{seat}")
            spec = f"{BOT} {level} {who}".rstrip()
        if kind in KINDS:
            name = field(form, f"guest{seat}" if kind == PERSON else f"name{seat}")
            chairs.append(Chair(kind, spec, name.strip()))
    return chairs


def plan_from(
    draft: Draft, game: AnyGame, form: FormData, host: str, material: JsonObject | None
) -> Plan:
    """The plan of the table that a form describes; `material` is people's own."""
    if field(form, "now"):
        fewest = fewest_seats(game) if field(form, "now") == "bots" else game.about.players[0]
        return plan_against_bots(draft, game, host, fewest)
    chairs = chairs_from(form, game)
    options: dict[str, object] = {}
    for option in game.rules.options:
        # The form always has the select of a solo option, however many seats are taken, and that
        # of the shipped material.
        says_nothing = (option.solo and chairs) or (option.chooses_material and material)
        value = None if says_nothing else option_from(option, form)
        if value is not None:
            options[option.name] = value
    named = [(seat, chair) for seat, chair in enumerate(chairs, start=1) if chair.name]
    return new_plan(
        game,
        [PERSON, *(chair.spec for chair in chairs)],
        table=draft.table,
        secret=draft.secret,
        options=options,
        material=material,
        bot=field(form, "bot"),
        real_dice=field(form, "dice") == "real",
        clock=field(form, "clock"),
        invited_only=bool(field(form, "invited_only")),
        hints=True if field(form, "hints") else None,
        people=[host, *(chair.name for _, chair in named if chair.kind == LOCAL)],
        meant_for={seat: chair.name for seat, chair in named if chair.kind == PERSON},
    )


def plan_against_bots(draft: Draft, game: AnyGame, host: str, players: int) -> Plan:
    """All bots but one."""
    seats = [PERSON, *[BOT] * (players - 1)]
    return new_plan(game, seats, table=draft.table, secret=draft.secret, people=[host])


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
    game, own_name = find_game(field(form, "game")), host_name(request, form)
    material = await material_for(request, game, field(form, "material"))
    plan = plan_from(draft, game, form, own_name, material)
    seed = field(form, "seed") if shown else ""
    owner = person_of(request).owner
    sitting = [(seat, name, owner) for seat, name in people_here(form, game, own_name)]
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
            face = remembered_face(request) if seat == 0 else ""
            await sit_once(host, live, seat, name, owner, seed if seat == 0 else "", face)
    response = RedirectResponse(f"/t/{draft.table}", 303)
    remember_name(response, own_name)
    return with_cookie(request, response)


async def sit_once(
    host: Host, live: LiveTable, seat: int, name: str, owner: str, seed: str, face: str
) -> None:
    """Seats a person, unless the same form has done so at the same time."""
    try:
        await host.sit_down(live, seat, name, owner, seed, face=face)
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


def host_name(request: Request, form: FormData) -> str:
    return field(form, "name").strip() or usual_name(request)


def people_here(form: FormData, game: AnyGame, host: str) -> list[tuple[int, str]]:
    """Seat and name of everybody who sits down at once: the host, and those on this device."""
    if field(form, "now"):
        return [(0, host)]
    beside = [
        (seat, chair.name or f"{host} {seat + 1}")
        for seat, chair in enumerate(chairs_from(form, game), start=1)
        if chair.kind == LOCAL
    ]
    return [(0, host), *beside]
