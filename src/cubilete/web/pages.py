"""Home, language and light, the rules, and new tables."""

import json

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from cubilete.core.errors import N_, BadOption
from cubilete.core.game import Game, Option
from cubilete.core.json_types import JsonObject
from cubilete.core.registry import all_games, find_game
from cubilete.store.base import Conflict
from cubilete.table.table import BOT, LOCAL, PERSON, Plan, Table
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
from cubilete.web.drafts import Draft, draft_from, new_draft
from cubilete.web.house import House, Live
from cubilete.web.render import rules_html, style_of
from cubilete.words import LANGUAGES

router = APIRouter(include_in_schema=False)

MANY_PLACES = 8


@router.get("/")
async def home(request: Request) -> Response:
    places = await house_of(request).store.places(person_of(request).owner, MANY_PLACES)
    drafts = {game.slug: new_draft(people_of(request)) for game in all_games()}
    return page(request, "home.html", places=places, drafts=drafts)


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
    return page(request, "new.html", game=find_game(slug), draft=new_draft(people_of(request)))


def option_from(option: Option, form: FormData) -> object | None:
    """What a form says of an option; None where it says nothing."""
    if option.kind is bool:
        return True if field(form, option.name) else None
    if option.kind is int:
        text = field(form, option.name)
        return (number(form, option.name) if text else None) or None
    return [str(value) for value in form.getlist(option.name)] or None


def plan_from(draft: Draft, game: Game, form: FormData) -> Plan:
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
    real_dice = field(form, "dice") == "real"
    return new_plan(draft, game, kinds, options, field(form, "bot"), real_dice)


def new_plan(
    draft: Draft,
    game: Game,
    kinds: list[str],
    options: dict[str, object],
    bot: str,
    real_dice: bool,
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
        table=draft.table,
        game=game.slug,
        kinds=tuple(kinds),
        options=checked,
        material=setup.material,
        bot=bot,
        real_dice=real_dice,
        secret=draft.secret,
    )


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """Makes a table and sits its maker down; those on the same device too.

    A form that is sent twice opens one table. A seed counts only where the form showed the
    promise of the table first.
    """
    form = await form_of(request)
    promised = draft_from(people_of(request), field(form, "draft"))
    draft = promised or new_draft(people_of(request))
    game = find_game(field(form, "game"))
    if field(form, "now"):
        people = 1 if 1 in game.players else 0
        seats = 1 if people else game.players[0]
        plan = new_plan(draft, game, [PERSON, *[BOT] * (seats - 1)], {}, "", real_dice=False)
    else:
        plan = plan_from(draft, game, form)
    sitters = sitters_from(request, form, plan.kinds, field(form, "seed") if promised else "")
    trial = Table(plan)  # what can't be is refused before there is a table
    for sitter in sitters:
        trial.apply(trial.sit(*sitter))
    house = house_of(request)
    there = RedirectResponse(f"/t/{draft.table}", 303)
    try:
        live = await house.create(plan)
    except Conflict:
        return answer(request, there)
    for sitter in sitters:
        await sit_down(house, live, *sitter)
    return answer(request, there)


def sitters_from(
    request: Request, form: FormData, kinds: tuple[str, ...], seed: str
) -> list[tuple[int, str, str, str]]:
    """Who sits down at once: seat, name, owner and seed of the maker and of those beside them."""
    host = field(form, "name") or default_name(request)
    owner = person_of(request).owner
    others = [seat for seat, kind in enumerate(kinds) if seat and kind == LOCAL]
    return [
        (0, host, owner, seed),
        *((seat, field(form, f"name{seat}") or f"{host} {seat + 1}", owner, "") for seat in others),
    ]


def default_name(request: Request) -> str:
    return "Anfitrión" if language_of(request) == "es" else "Host"


async def sit_down(house: House, live: Live, seat: int, name: str, owner: str, seed: str) -> None:
    await house.change(live, lambda table: table.sit(seat, name, owner, seed))
    if all(chair.taken for chair in live.table.seats):
        await house.change(live, lambda table: table.start())
