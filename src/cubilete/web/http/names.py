"""Name and face of the person in a browser: cookies, so that nobody chooses them twice."""

from urllib.parse import quote, unquote

from fastapi import Request
from fastapi.responses import Response

from cubilete.core.errors import BadOption
from cubilete.table.names import NAMELESS, clean_name, is_nameless
from cubilete.table.seating.faces import known_face
from cubilete.web.http.requests import language_of

COOKIE = "name"
FACE = "face"
YEAR = 365 * 24 * 3600


def remembered_name(request: Request) -> str:
    """The name that this browser used last; "" where there is none."""
    try:
        return clean_name(unquote(request.cookies.get(COOKIE, "")))
    except BadOption:
        return ""


def usual_name(request: Request) -> str:
    """The remembered name, or what somebody without one is called."""
    return remembered_name(request) or NAMELESS[language_of(request)]


def remember_name(response: Response, name: str) -> None:
    if not is_nameless(name):
        response.set_cookie(COOKIE, quote(name), max_age=YEAR, httponly=True, samesite="lax")


def remembered_face(request: Request) -> str:
    """The word of the drawing that the person has chosen; "" for none."""
    return known_face(request.cookies.get(FACE, ""))


def remember_face(response: Response, face: str) -> None:
    response.set_cookie(FACE, known_face(face), max_age=YEAR, httponly=True, samesite="lax")
