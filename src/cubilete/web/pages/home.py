"""Home, language and light, the rules, and new tables."""

import json
from contextlib import suppress

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from cubilete.core.errors import BadOption
from cubilete.core.game import Game
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.registry import all_games, find_game
from cubilete.core.rules import Option
from cubilete.store.base import Conflict, Unavailable
from cubilete.table.clock import CLOCKS, check_clock
from cubilete.table.plan import BOT, LOCAL, PERSON, Plan
from cubilete.table.table import Table
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
from cubilete.web.render import style_of
from cubilete.web.rules import rules_of
from cubilete.language import LANGUAGES

router = APIRouter(include_in_schema=False)

MANY_PLACES = 8
MOST_SEATS = 16


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
    return page(request, "rules.html", game=game, rules=rules_of(slug, language_of(request)))


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
    draft = new_draft(people_of(request))
    return page(request, "new.html", game=find_game(slug), clocks=CLOCKS, draft=draft)


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
    seats = [PERSON, *(field(form, f"seat{seat}") for seat in range(1, game.players[-1]))]
    return new_plan(
        draft,
        game,
        [seat for seat in seats if seat.partition(" ")[0] in (PERSON, LOCAL, BOT)],
        options,
        field(form, "bot"),
        field(form, "dice") == "real",
        field(form, "clock"),
    )


def new_plan(
    draft: Draft,
    game: Game,
    seats: list[str],
    options: dict[str, object],
    bot: str,
    real_dice: bool,
    clock: str = "",
) -> Plan:
    """A plan, checked. A seat is for a “person”, “local” on this device, a “bot”, or a bot of
    a name: “bot greedy”."""
    setup = game.setup(len(seats), options)
    chosen = [(kind, name) for kind, _, name in (seat.partition(" ") for seat in seats)]
    for name in (bot, *(name for _, name in chosen)):
        if name and name not in game.bots():
            raise BadOption(
                "unknown-bot", "", N_("{game} has no bot “{bot}”."), game=game.name, bot=name
            )
    if real_dice and not game.real_dice:
        raise BadOption(
            "secret-dice", "", N_("{game} has secret dice: the table rolls them."), game=game.name
        )
    checked: JsonObject = json.loads(json.dumps(setup.options))
    return Plan(
        table=draft.table,
        game=game.slug,
        kinds=tuple(kind for kind, _ in chosen),
        options=checked,
        material=setup.material,
        bot=bot or game.strongest_bot(),
        real_dice=real_dice,
        secret=draft.secret,
        bots=tuple(name for _, name in chosen),
        clock=check_clock(clock),
        edition=game.edition,
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
    sitters = sitters_from(request, form, plan, field(form, "seed") if promised else "")
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
    request: Request, form: FormData, plan: Plan, seed: str
) -> list[tuple[int, str, str, str]]:
    """Who sits down at once: seat, name, owner and seed of the maker and of those beside them."""
    host = field(form, "name").strip() or default_name(request)
    owner = person_of(request).owner
    names = [host, *names_on_this_device(form, host, plan)]
    return [
        (seat, name, owner, seed if seat == 0 else "") for seat, name in enumerate(names) if name
    ]


def names_on_this_device(form: FormData, host: str, plan: Plan) -> list[str]:
    """Who sits in the seats after the host's; "" where it is nobody on this device.

    The form counts all the seats that the game can have, the table only those that are taken.
    """
    written = [
        field(form, f"name{seat}").strip()
        for seat in range(1, MOST_SEATS)
        if field(form, f"seat{seat}").partition(" ")[0] in (PERSON, LOCAL, BOT)
    ]
    return [
        (name or f"{host} {seat}") if kind == LOCAL else ""
        for seat, (kind, name) in enumerate(zip(plan.kinds[1:], written, strict=False), start=2)
    ]


def default_name(request: Request) -> str:
    return "Anfitrión" if language_of(request) == "es" else "Host"


async def sit_down(house: House, live: Live, seat: int, name: str, owner: str, seed: str) -> None:
    await house.change(live, lambda table: table.sit(seat, name, owner, seed))
    with suppress(Unavailable):  # they sit: the game begins as soon as the store is back
        await house.start_when_full(live)
