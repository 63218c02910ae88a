"""Names of bots: eight characters, each with a drawn face.

The first ones that nobody at the table is called sit down, in this order, so a plan with the same
seats has the same names. Tables of earlier versions call their bots `Bot 2`; they keep that name.
"""

from collections.abc import Iterable, Sequence

from cubilete.table.names import skeletons

BOT_NAMES = ("Lola", "Faro", "Chispa", "Abuela", "Tomás", "Nube", "Roco", "Iris")
FACES = dict(
    zip(
        BOT_NAMES,
        ("lola", "faro", "chispa", "abuela", "tomas", "nube", "roco", "iris"),
        strict=True,
    )
)
"""For each name the word of its drawing, which forms use too."""
UNKNOWN_FACE = "bot"


def face_of(name: str) -> str:
    """The drawing of the bot with this name; a plain one for the bots of earlier versions."""
    return FACES.get(name, UNKNOWN_FACE)


def name_of_face(face: str) -> str:
    """The name of the bot with this drawing; "" where there is none."""
    return next((name for name, drawn in FACES.items() if drawn == face), "")


def new_bot_names(count: int, taken: Iterable[str]) -> list[str]:
    """Names for some bots; none of them looks like a name that is taken."""
    used = frozenset().union(*map(skeletons, taken))
    free = [name for name in BOT_NAMES if used.isdisjoint(skeletons(name))]
    number = 1
    while len(free) < count:
        number += 1
        spare = f"Bot {number}"
        if used.isdisjoint(skeletons(spare)):
            free.append(spare)
    return free[:count]


def seated_names(chosen: Sequence[str | None], people: Iterable[str]) -> tuple[str, ...]:
    """The names of the bots of a new table. For each seat, `chosen` is the name that somebody
    chose for its bot, "" where nobody did, and None for a seat without one. A name that was chosen
    twice, or that a person has, is replaced."""
    taken = list(people)
    kept: list[str | None] = []
    for name in chosen:
        known = frozenset().union(*map(skeletons, taken))
        free = bool(name) and name in BOT_NAMES and known.isdisjoint(skeletons(name))
        kept.append(name if name is None or free else "")
        if name and free:
            taken.append(name)
    others = iter(new_bot_names(kept.count(""), taken))
    return tuple("" if name is None else name or next(others) for name in kept)
