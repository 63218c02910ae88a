"""The pages and forms: home, a new table, the table itself, rules, replay."""

import json
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import cast

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from cubilete.core.errors import N_, BadOption, CubileteError
from cubilete.core.game import Game, Option
from cubilete.core.json_types import JsonObject
from cubilete.core.registry import find_game
from cubilete.table.table import BOT, LOCAL, PERSON, Entry, NotYours, Plan, Seat, Table
from cubilete.web.house import House, Live
from cubilete.web.people import People, Person
from cubilete.web.render import (
    Look,
    Reader,
    replay_part,
    rules_html,
    seat_to_show,
    style_of,
    table_part,
)
from cubilete.words import LANGUAGES

router = APIRouter(include_in_schema=False)

THEMES = ("auto", "light", "dark")
MANY_PLACES = 8


# --- Who asks, and in which language ---


def house_of(request: Request) -> House:
    return cast(House, request.app.state.house)


def people_of(request: Request) -> People:
    return cast(People, request.app.state.people)


def person_of(request: Request) -> Person:
    if not hasattr(request.state, "person"):
        request.state.person = people_of(request).who(request)
    return cast(Person, request.state.person)


def language_of(request: Request) -> str:
    """The one chosen, or the first of the browser's that we speak; Spanish otherwise."""
    chosen = request.query_params.get("lang") or request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    for part in request.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return "es"


def reader_of(request: Request) -> Reader:
    theme = request.cookies.get("theme", "auto")
    return Reader(
        language_of(request),
        theme if theme in THEMES else "auto",
        people_of(request).form_token(person_of(request)),
    )


def answer(request: Request, response: Response) -> Response:
    secure = cast(bool, request.app.state.secure_cookies)
    people_of(request).remember(person_of(request), response, secure)
    return response


def page(request: Request, template: str, **context: object) -> Response:
    return answer(request, HTMLResponse(reader_of(request).page(template, **context)))


async def form_of(request: Request) -> FormData:
    """The fields of a form of ours; anybody else's is refused."""
    form = await request.form()
    if not people_of(request).form_is_ours(person_of(request), field(form, "token")):
        raise NotYours("foreign-form", "", N_("This form is out of date: load the page again."))
    return form


def field(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def number(form: FormData, name: str) -> int:
    text = field(form, name)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


async def live_of(request: Request, name: str) -> Live:
    live = await house_of(request).find(name)
    if live is None:
        raise HTTPException(404)
    return live


# --- Home, language and light ---


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
    if all(chair.taken for chair in live.table.seats):
        seeds = [secrets.token_hex(16) for _ in live.table.seats]
        await house.change(live, lambda table: table.start(seeds))


# --- A table ---


def look_at(request: Request, live: Live) -> Look:
    mine = tuple(live.table.seats_of(person_of(request).owner))
    asked = request.query_params.get("seat", "")
    chosen = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else None
    seat = seat_to_show(live.table, mine, chosen)
    absent = tuple(number for number in live.absent() if number not in mine)
    return Look(live.table, mine, seat, request.query_params.get("pick", ""), absent)


@router.get("/t/{name}")
async def table(request: Request, name: str) -> Response:
    live = await live_of(request, name)
    look = look_at(request, live)
    part = table_part(reader_of(request), look)
    if request.headers.get("x-part"):
        return answer(request, HTMLResponse(part))
    link = people_of(request).seat_link(person_of(request)) if look.mine else ""
    return page(
        request,
        "table.html",
        table=live.table,
        look=look,
        part=part,
        link=link,
        style=style_of(live.table.game.slug),
    )


@router.get("/games/{slug}.css")
async def game_style(slug: str) -> Response:
    return Response(style_of(slug), media_type="text/css")


@router.get("/t/{name}/stream")
async def stream(request: Request, name: str) -> Response:
    """What this person may see, whenever it changes, for as long as they look."""
    live = await live_of(request, name)
    reader = reader_of(request)
    last = request.headers.get("last-event-id", request.query_params.get("seen", "0"))
    seen = int(last) if last.isascii() and last.isdigit() and len(last) < 9 else 0

    async def events() -> AsyncIterator[str]:
        mine = live.table.seats_of(person_of(request).owner)
        live.watching.update(mine)
        try:
            async for revision in live.revisions(seen):
                if revision is None:
                    yield ": still here\n\n"
                    continue
                part = table_part(reader, look_at(request, live))
                lines = "\n".join(f"data: {line}" for line in part.split("\n"))
                yield f"id: {revision}\n{lines}\n\n"
        finally:
            live.watching.subtract(mine)

    response = StreamingResponse(events(), media_type="text/event-stream")
    return answer(request, response)


Wish = Callable[[Table, int, FormData], Entry]


async def act(request: Request, name: str, wish: Wish) -> Response:
    """Carries out what a form asks for, for a seat of this person's."""
    live = await live_of(request, name)
    form = await form_of(request)
    seat = number(form, "seat")
    if seat not in live.table.seats_of(person_of(request).owner):
        raise NotYours("not-your-seat", "", N_("That is not your seat."))
    if field(form, "key") not in live.table.keys or not field(form, "key"):
        await house_of(request).change(live, lambda table: wish(table, seat, form))
    if request.headers.get("x-part"):
        return HTMLResponse(table_part(reader_of(request), look_at(request, live)))
    return RedirectResponse(f"/t/{name}", 303)


def text_from(table: Table, seat: int, form: FormData) -> str:
    """The notation of what a form asks for: whole, or a verb and parts in any order."""
    text = field(form, "text")
    if text:
        return text
    parts = [str(part) for part in form.getlist("part")]
    words = sorted(f"{field(form, 'verb')} {' '.join(parts)}".split())
    if table.match is not None:
        for legal in table.state.legal_texts(seat):
            if sorted(legal.split()) == words:
                return legal
    return " ".join([field(form, "verb"), *parts])


@router.post("/t/{name}/move")
async def move(request: Request, name: str) -> Response:
    def wish(table: Table, seat: int, form: FormData) -> Entry:
        key = field(form, "key") or secrets.token_hex(8)
        return table.move(seat, text_from(table, seat, form), number(form, "on"), key)

    return await act(request, name, wish)


@router.post("/t/{name}/fall")
async def fall(request: Request, name: str) -> Response:
    def wish(table: Table, seat: int, form: FormData) -> Entry:
        key = field(form, "key") or secrets.token_hex(8)
        return table.fall(seat, field(form, "text"), number(form, "on"), key)

    return await act(request, name, wish)


@router.post("/t/{name}/undo")
async def undo(request: Request, name: str) -> Response:
    return await act(request, name, lambda table, seat, form: table.undo(seat))


@router.post("/t/{name}/chat")
async def chat(request: Request, name: str) -> Response:
    return await act(request, name, lambda table, seat, form: table.say(seat, field(form, "say")))


@router.post("/t/{name}/abandon")
async def abandon(request: Request, name: str) -> Response:
    return await act(request, name, lambda table, seat, form: table.abandon(seat))


@router.post("/t/{name}/stand-in")
async def stand_in(request: Request, name: str) -> Response:
    """A bot plays for somebody who is away; whoever comes back takes their seat again."""
    live = await live_of(request, name)

    def wish(table: Table, seat: int, form: FormData) -> Entry:
        other = number(form, "for")
        if other not in table.seats_of(person_of(request).owner) and other not in live.absent():
            raise NotYours("not-absent", "", N_("Whoever sits there is at the table."))
        return table.stand_in(other, playing=field(form, "bot") == "1")

    return await act(request, name, wish)


@router.post("/t/{name}/again")
async def again(request: Request, name: str) -> Response:
    """Another game with the same people, at a new table that all are led to."""
    live = await live_of(request, name)
    form = await form_of(request)
    old = live.table
    if number(form, "seat") not in old.seats_of(person_of(request).owner):
        raise NotYours("not-your-seat", "", N_("That is not your seat."))
    if not old.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    if not old.rematch:
        house = house_of(request)
        plan = replace(old.plan, table=secrets.token_urlsafe(12), secret=secrets.token_hex(32))
        fresh = await house.create(plan)
        for seat, chair in enumerate(old.seats):
            if chair.owner:
                await seat_again(house, fresh, seat, chair)
        await house.change(live, lambda table: table.play_again(plan.table))
    return RedirectResponse(f"/t/{old.rematch}", 303)


async def seat_again(house: House, live: Live, seat: int, chair: Seat) -> None:
    await sit_down(house, live, seat, chair.name, chair.owner, "")


@router.post("/t/{name}/sit")
async def sit(request: Request, name: str) -> Response:
    live = await live_of(request, name)
    form = await form_of(request)
    await sit_down(
        house_of(request),
        live,
        number(form, "seat"),
        field(form, "name"),
        person_of(request).owner,
        field(form, "seed"),
    )
    return answer(request, RedirectResponse(f"/t/{name}", 303))


@router.get("/t/{name}/record")
async def record(request: Request, name: str) -> Response:
    """The record of a game that is over; while it runs it would give hidden things away."""
    live = await live_of(request, name)
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    return Response(
        live.table.record().to_text(),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{live.table.plan.game}.jsonl"'},
    )


@router.get("/t/{name}/verify")
async def verify(request: Request, name: str) -> Response:
    live = await live_of(request, name)
    return page(request, "verify.html", table=live.table)


@router.get("/t/{name}/replay")
async def replay(request: Request, name: str) -> Response:
    """A game that is over, event by event."""
    live = await live_of(request, name)
    events = live.table.record().events
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    asked = request.query_params.get("n", "")
    n = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 0
    n = min(n, len(events))
    part = replay_part(reader_of(request), live.table, events, n)
    if request.headers.get("x-part"):
        return HTMLResponse(part)
    return page(
        request,
        "replay.html",
        table=live.table,
        part=part,
        style=style_of(live.table.game.slug),
    )


@router.get("/me/{link}")
async def move_to_this_device(request: Request, link: str) -> Response:
    """A link that brings all of a person's seats to another device."""
    person = people_of(request).from_seat_link(link)
    if person is None:
        raise HTTPException(404)
    request.state.person = person
    return answer(request, RedirectResponse("/", 303))
