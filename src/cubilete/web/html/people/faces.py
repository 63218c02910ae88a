"""Faces of bots and people on the pages.

Stages and pieces draw a wax seal for every seat and need not know who has a face: the page has a
style sheet that puts the face in its place. Who sits where can change only before the game starts,
so the style sheet is no part of what is sent again.
"""

from markupsafe import Markup

from cubilete.core.message import N_
from cubilete.table.plan import BOT
from cubilete.table.seating.bots import BOT_NAMES, FACES, face_of
from cubilete.table.seating.faces import PERSON_FACES, known_face
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


SEAT_COLOURS = 4


def face(name: str, class_: str = "face") -> Markup:
    """The face of a bot."""
    return Markup(
        '<span class="{}" aria-hidden="true"><svg><use href="/s/faces.svg#f-{}"/></svg></span>'
    ).format(class_, face_of(name))


def person_face(word: str, class_: str = "face animal") -> Markup:
    """The drawing that a person has chosen."""
    return Markup(
        '<span class="{}" aria-hidden="true"><svg><use href="/s/animals.svg#f-{}"/></svg></span>'
    ).format(class_, word)


def faces_style(table: Table) -> Markup:
    """The style sheet that shows faces instead of seals. The medallions of bots are all alike;
    people keep the colour of their seat around their face."""
    rules: list[str] = []
    for number, seat in enumerate(table.seats):
        if seat.kind == BOT:
            rules.append(f".s{number}{{--face:url(/s/faces.svg#{face_of(seat.name)})}}")
            rules.append(f".seal.s{number}{{background-color:#f1e0b8;color:#0000}}")
        elif known_face(seat.face):
            rules.append(f".s{number}{{--face:url(/s/animals.svg#{seat.face})}}")
            ring = f"outline:2px solid var(--seat-{number % SEAT_COLOURS})"
            rules.append(f".seal.s{number}{{background-color:#dfe9df;color:#0000;{ring}}}")
    return Markup(f"<style>{''.join(rules)}</style>") if rules else Markup("")


ANIMALS = dict(
    zip(
        PERSON_FACES,
        (
            N_("Cat"),
            N_("Fox"),
            N_("Owl"),
            N_("Bear"),
            N_("Rabbit"),
            N_("Frog"),
            N_("Panda"),
            N_("Dog"),
            N_("Tiger"),
            N_("Koala"),
        ),
        strict=True,
    )
)
"""For each drawing of a person what it shows."""


def characters() -> list[tuple[str, str, str]]:
    """Word, name and trait of all bots, in the order in which they sit down."""
    return [(FACES[name], name, TRAITS[name]) for name in BOT_NAMES]
