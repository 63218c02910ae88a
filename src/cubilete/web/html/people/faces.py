"""Faces of the bots on the pages.

Stages and pieces draw a wax seal for every seat and need not know who is a bot: the page has a
style sheet that puts the face in its place. Whether a seat is a bot's can change only before the
game starts, so the style sheet is no part of what is sent again.
"""

from markupsafe import Markup

from cubilete.core.message import N_
from cubilete.table.plan import BOT
from cubilete.table.seating.bots import BOT_NAMES, FACES, face_of
from cubilete.table.table import Table

TRAITS = dict(
    zip(
        BOT_NAMES,
        (
            N_("Laughs at everything, bad dice included."),
            N_("Looks far ahead and doesn't get distracted."),
            N_("All or nothing, come what may."),
            N_("Has been playing for a lifetime."),
            N_("Thinks twice, and then once more."),
            N_("Calm, whatever the dice say."),
            N_("A tough nut to crack."),
            N_("Sees what others miss."),
        ),
        strict=True,
    )
)
"""One line on the character of each bot. It says nothing of how well the bot plays."""


def face(name: str, class_: str = "face") -> Markup:
    """The face of a bot."""
    return Markup(
        '<span class="{}" aria-hidden="true"><svg><use href="/s/faces.svg#f-{}"/></svg></span>'
    ).format(class_, face_of(name))


def faces_style(table: Table) -> Markup:
    """The style sheet that shows the faces of a table's bots instead of their seals."""
    bots = [number for number, seat in enumerate(table.seats) if seat.kind == BOT]
    if not bots:
        return Markup("")
    faces = "".join(
        f".s{number}{{--face:url(/s/faces.svg#{face_of(table.seats[number].name)})}}"
        for number in bots
    )
    medallions = ",".join(f".seal.s{number}" for number in bots)
    return Markup(f"<style>{faces}{medallions}{{background-color:#f1e0b8;color:#0000}}</style>")


def characters() -> list[tuple[str, str, str]]:
    """Word, name and trait of all bots, in the order in which they sit down."""
    return [(FACES[name], name, TRAITS[name]) for name in BOT_NAMES]
