"""The shelf of one's own creations, and how a new one begins: blank, from what a game is shipped
with, from a file, or as a copy of somebody else's."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData, UploadFile

from cubilete.core.datafile import complaint, parse
from cubilete.core.errors import BadOption
from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message
from cubilete.core.registry import all_games, find_game
from cubilete.host.workshop.creation import Creation, Version, workshop_of
from cubilete.language import say
from cubilete.table.names import clean_name
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    language_of,
    page,
    person_of,
    with_cookie,
)
from cubilete.web.pages.workshop.finding import creation_of, own_creations

router = APIRouter(include_in_schema=False)


@router.get("/workshop")
async def shelf(request: Request) -> Response:
    made = [game for game in all_games() if game.page.workshop is not None]
    chosen = request.query_params.get("game", "")
    return page(
        request,
        "workshop-shelf.html",
        makeable=made,
        chosen=chosen if chosen in [game.slug for game in made] else made[0].slug if made else "",
        own=await own_creations(request),
    )


@router.post("/workshop")
async def make(request: Request) -> Response:
    form = await form_of(request)
    language = language_of(request)
    if field(form, "copy"):
        begun = copy_of(await creation_of(request, field(form, "copy")), language)
    else:
        source = await text_in(form)
        begun = from_file(source, language) if source.strip() else from_start(form, language)
    made = await host_of(request).workbench.add(begun, person_of(request).owner)
    return with_cookie(request, RedirectResponse(f"/workshop/{made.key}", 303))


def copy_of(creation: Creation, language: str) -> Creation:
    name = say(Message(N_("{name} (copy)"), {"name": creation.name}), language)
    return begun_with(creation.installed_game, fitting(name, creation.name), creation)


def begun_with(game: AnyGame, name: str, creation: Creation) -> Creation:
    material = workshop_of(game).named(creation.material, name)
    return Creation(game.slug, Version(name, material))


def from_start(form: FormData, language: str) -> Creation:
    game = find_game(field(form, "game"))
    workshop = workshop_of(game)
    name = say(Message(workshop.usual_name), language)
    material = workshop.named(workshop.begin(field(form, "start")), name)
    return Creation(game.slug, Version(name, material))


def from_file(source: str, language: str) -> Creation:
    """Raises BadMaterial, with the line, for a file that is not right."""
    data = parse(source)
    game = find_game(data.game)
    workshop = workshop_of(game)
    # Read again as we write it: a file may have its sections in another order.
    material = game.material_from(parse(workshop.file(game.material_from(data))))
    name = fitting(workshop.name_of(material), say(Message(workshop.usual_name), language))
    return Creation(game.slug, Version(name, material))


def fitting(name: str, otherwise: str) -> str:
    try:
        return clean_name(name)
    except BadOption:
        return otherwise


async def text_in(form: FormData) -> str:
    """The text of the file that a form brings, or that was pasted."""
    file = form.get("file")
    source = await file.read() if isinstance(file, UploadFile) else b""
    try:
        return source.decode("utf-8") or field(form, "text")
    except UnicodeDecodeError:
        raise complaint(1, "not-utf8", N_("This line is not UTF-8.")) from None
