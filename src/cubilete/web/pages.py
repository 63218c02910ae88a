"""Home, language and light, the rules, and new tables."""

import json
import secrets
from contextlib import suppress

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from cubilete.core.errors import N_, BadOption
from cubilete.core.game import Game, Option
from cubilete.core.json_types import JsonObject
from cubilete.core.registry import find_game
from cubilete.store.base import Unavailable
from cubilete.table.table import BOT, LOCAL, PERSON, Plan
from cubilete.web.asking import (
    THEMES,
    answer,
    field,
    form_of,
    house_of,
    language_of,
    number,
    page,
    people_of,
    person_of,
)
from cubilete.web.house import House, Live
from cubilete.web.render import rules_html, style_of
from cubilete.words import LANGUAGES

router = APIRouter(include_in_schema=False)

MANY_PLACES = 8


@router.get("/")
async def home(request: Request) -> Response:
    places = await house_of(request).store.places(person_of(request).owner, MANY_PLACES)
    return page(request, "home.html", places=places)


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    form = await form_of(request)
    back = field(form, "back")
    response = RedirectResponse(back if back.startswith("/") and back[1:2] != "/" else "/", 303)
    for name, known in (("lang", LANGUAGES), ("theme", THEMES)):
        if field(form, name) in known:
            response.set_cookie(name, field(form, name), max_age=365 * 24 * 3600, samesite="lax")
    return response


@router.get("/rules/{slug}")
async def rules(request: Request, slug: str) -> Response:
    game = find_game(slug)
    return page(request, "rules.html", game=game, text=rules_html(slug, language_of(request)))


@router.get("/games/{slug}.css")
async def game_style(slug: str) -> Response:
    return Response(style_of(slug), media_type="text/css")


@router.get("/me/{link}")
async def move_to_this_device(request: Request, link: str) -> Response:
    """A link that brings all of a person's seats to another device."""
    person = people_of(request).from_seat_link(link)
    if person is None:
        raise HTTPException(404)
    request.state.person = person
    return answer(request, RedirectResponse("/", 303))


# --- New tables ---


@router.get("/new")
async def new_table(request: Request) -> Response:
    slug = request.query_params.get("game", "seis-dados")
    return page(request, "new.html", game=find_game(slug))


def option_from(option: Option, form: FormData) -> object | None:
    """What a form says of an option; None where it says nothing."""
    if option.kind is bool:
        return True if field(form, option.name) else None
    if option.kind is int:
        text = field(form, option.name)
        return (number(form, option.name) if text else None) or None
    return [str(value) for value in form.getlist(option.name)] or None


def plan_from(game: Game, form: FormData) -> Plan:
    options: dict[str, object] = {}
    for option in game.options:
        value = option_from(option, form)
        if value is not None:
            options[option.name] = value
    kinds = [PERSON]
    for seat in range(1, game.players[-1]):
        kind = field(form, f"seat{seat}")
        if kind in (PERSON, LOCAL, BOT):
            kinds.append(kind)
    return new_plan(game, kinds, options, field(form, "bot"), field(form, "dice") == "real")


def new_plan(
    game: Game, kinds: list[str], options: dict[str, object], bot: str, real_dice: bool
) -> Plan:
    setup = game.setup(len(kinds), options)
    if bot not in game.bots():
        bot = "greedy" if "greedy" in game.bots() else "random"
    if real_dice and not game.real_dice:
        raise BadOption(
            "secret-dice", "", N_("{game} has secret dice: the table rolls them."), game=game.name
        )
    checked: JsonObject = json.loads(json.dumps(setup.options))
    return Plan(
        table=secrets.token_urlsafe(12),
        game=game.slug,
        kinds=tuple(kinds),
        options=checked,
        material=setup.material,
        bot=bot,
        real_dice=real_dice,
        secret=secrets.token_hex(32),
    )


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """Makes a table and sits its maker down; those on the same device too."""
    form = await form_of(request)
    game = find_game(field(form, "game"))
    if field(form, "now"):
        people = 1 if 1 in game.players else 0
        seats = 1 if people else game.players[0]
        plan = new_plan(game, [PERSON, *[BOT] * (seats - 1)], {}, "", real_dice=False)
    else:
        plan = plan_from(game, form)
    house = house_of(request)
    live = await house.create(plan)
    names = [field(form, "name") or default_name(request)]
    for seat, kind in enumerate(plan.kinds):
        if seat == 0 or kind == LOCAL:
            name = names[0] if seat == 0 else field(form, f"name{seat}") or f"{names[0]} {seat + 1}"
            seed = field(form, "seed") if seat == 0 else ""
            await sit_down(house, live, seat, name, person_of(request).owner, seed)
    return answer(request, RedirectResponse(f"/t/{plan.table}", 303))


def default_name(request: Request) -> str:
    return "Anfitrión" if language_of(request) == "es" else "Host"


async def sit_down(house: House, live: Live, seat: int, name: str, owner: str, seed: str) -> None:
    seed = seed or secrets.token_hex(16)
    await house.change(live, lambda table: table.sit(seat, name, owner, seed))
    with suppress(Unavailable):  # they sit: the game begins as soon as the store is back
        await house.start_when_full(live)
