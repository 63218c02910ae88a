"""A deck of one's own (216-M1 to 216-M6): one objective is open at a time.

A condition is put together from fields of its family, so that nobody needs to know how it is
written. The number of rolls that meet it is counted, never typed.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_, Message
from cubilete.core.parts.workshop import (
    Fields,
    Kept,
    Workshop,
    first,
    list_at,
    number_or_word,
    object_at,
    word,
)
from cubilete.games.two_sixteen.conditions import (
    FAMILIES,
    RELATIONS,
    count_of,
    family_of,
)
from cubilete.games.two_sixteen.material import fair_bonus, fair_score
from cubilete.games.two_sixteen.setup import TwoSixteenRules
from cubilete.games.two_sixteen.tables import HELP_CARDS, KINDS, OBJECTIVES
from cubilete.games.two_sixteen.terms import condition, help_name

BLANK = "blank"
AT = "at"
"""The field of the objective that is open, by its place in the deck."""
FACES = ("1", "2", "3", "4", "5", "6")
ANY = "?"
NEW_CONDITION = "? ? ?"
"""Of a new objective: not a valid one, so that nobody forgets to choose."""
MOST_OBJECTIVES = 2 * OBJECTIVES


@dataclass(frozen=True)
class Card:
    """An objective, with the fields that the table's drawing of a card needs."""

    place: int
    id: str
    family: str
    when: str
    score: str
    bonus: str
    rolls: int
    """How many of the 216 rolls meet it; 0 for no valid condition."""
    words: Message
    met: bool = False

    @property
    def parts(self) -> Sequence[str]:
        return self.when.split(" ")

    @property
    def fair(self) -> tuple[int, int] | None:
        """Score and bonus by the formula of the shipped deck (216-M6)."""
        return (fair_score(self.rolls), fair_bonus(self.rolls)) if self.rolls else None


@dataclass(frozen=True)
class Drawing:
    """The values of workshop.html."""

    cards: tuple[Card, ...]
    open: Card | None
    helps: tuple[tuple[str, Message, str], ...]
    """Kind, words and number of each help card."""
    needed: tuple[int, int] = (int(OBJECTIVES), int(HELP_CARDS))
    help_count: int = 0
    families: Sequence[str] = FAMILIES
    faces: Sequence[str] = FACES
    patterns: Sequence[tuple[str, Message]] = field(
        default_factory=lambda: [(when, condition(when)) for when in RELATIONS]
    )


class DeckWorkshop(Workshop):
    title = N_("A deck of your own")
    usual_name = N_("My deck")

    def starts(self) -> list[tuple[str, Message]]:
        return [
            ("ours", Message(N_("The deck of the game"))),
            (BLANK, Message(N_("An empty deck, to type in your own"))),
        ]

    def begin(self, start: str) -> JsonObject:
        deck = TwoSixteenRules().default_material({})
        return {"objectives": [], "helps": deck["helps"]} if start == BLANK else deck

    def change(self, material: JsonObject, fields: Fields) -> tuple[JsonObject, Kept]:
        changed = deepcopy(material)
        cards = list_at(changed, "objectives")
        place = place_in(cards, first(fields, AT))
        if place is not None and "id" in fields:
            place = typed_card(cards, place, fields)
        changed["helps"] = typed_helps(object_at(changed, "helps"), fields)
        wanted = first(fields, "do")
        if wanted == "add" and len(cards) < MOST_OBJECTIVES:
            place = add_card(cards, place)
        elif wanted == "remove" and place is not None:
            del cards[place]
            place = min(place, len(cards) - 1)
        elif wanted == "fair" and place is not None:
            set_fair_points(cards[place])
        else:
            chosen = place_in(cards, first(fields, "open"))
            place = place if chosen is None else chosen
        return changed, {AT: str(place)} if place is not None else {}

    def drawing(self, material: JsonObject, kept: Mapping[str, str]) -> Drawing:
        draft = deepcopy(material)
        cards = tuple(cards_of(list_at(draft, "objectives")))
        helps = object_at(draft, "helps")
        place = place_in(cards, kept.get(AT, "0"))
        counts = [value for value in helps.values() if isinstance(value, int)]
        return Drawing(
            cards,
            cards[place or 0] if cards else None,
            tuple((kind, help_name(kind), str(helps.get(kind, 0))) for kind in KINDS),
            help_count=sum(counts),
        )

    def file(self, material: JsonObject) -> str:
        draft = deepcopy(material)
        lines = ["cubilete 216"]
        cards = list(cards_of(list_at(draft, "objectives")))
        for family in FAMILIES:
            within = [card for card in cards if card.family == family]
            if within:
                lines += ["", f"[{family}]", *map(written, within)]
        helps = [f"{kind} {count}" for kind, count in object_at(draft, "helps").items()]
        return "\n".join([*lines, "", "[helps]", *helps]) + "\n"


def place_in(cards: Sequence[object], text: str) -> int | None:
    """The place of a card that a form names; None where there is none."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1
    return number if 0 <= number < len(cards) else None


def cards_of(objectives: Sequence[Json]) -> Iterator[Card]:
    for place, item in enumerate(objectives):
        assert isinstance(item, dict)
        when = str(item["when"])
        known = family_of(when) is not None
        yield Card(
            place,
            str(item["id"]),
            str(item["family"]),
            when,
            str(item["score"]),
            str(item["bonus"]),
            count_of(when) if known else 0,
            condition(when) if known else Message(N_("not a condition yet")),
        )


def written(card: Card) -> str:
    """A line of a file. The share is left out where the condition has none."""
    cells = [card.id, card.when, card.score, card.bonus]
    return " | ".join([*cells, f"{card.rolls}/216"] if card.rolls else cells)


# --- What a form changes ---


def typed_card(cards: list[Json], place: int, fields: Fields) -> int:
    """Takes over the fields of the open objective. Returns its place: the deck is kept in the order
    of the families, as a file has it."""
    family = first(fields, "family")
    family = family if family in FAMILIES else FAMILIES[0]
    old = cards[place]
    assert isinstance(old, dict)
    new: JsonObject = {
        "id": word(first(fields, "id")),
        "family": family,
        "when": typed_condition(family, fields),
        "score": number_or_word(first(fields, "score")),
        "bonus": number_or_word(first(fields, "bonus")),
    }
    cards[place] = new
    if family != old["family"]:
        cards.sort(key=family_place)
    return next(at for at, card in enumerate(cards) if card is new)


def family_place(card: Json) -> int:
    assert isinstance(card, dict)
    return FAMILIES.index(str(card["family"]))


def typed_condition(family: str, fields: Fields) -> str:
    if family == "grey":
        faces = [face for face in fields.get("face", ()) if face in (*FACES, ANY)]
        return " ".join(sorted(faces, key=lambda face: (face == ANY, face)))
    if family == "orange":
        parts = (first(fields, "dice"), first(fields, "sign"), first(fields, "sum"))
        return " ".join(map(word, parts))
    if family == "green":
        pattern = first(fields, "pattern")
        return pattern if pattern in RELATIONS else next(iter(RELATIONS))
    absent = [face for face in FACES if face in fields.get("absent", ())]
    return " ".join(["no", *absent])


def typed_helps(helps: JsonObject, fields: Fields) -> JsonObject:
    typed = {kind: first(fields, f"help.{kind}") for kind in KINDS if f"help.{kind}" in fields}
    counts: JsonObject = {**helps}
    for kind, text in typed.items():
        counts[kind] = number_or_word(text or "0")
    return {kind: counts[kind] for kind in KINDS if counts.get(kind)}


def add_card(cards: list[Json], place: int | None) -> int:
    """Adds an objective after the last one of the family that is open; returns its place."""
    family = FAMILIES[0]
    if place is not None:
        family = FAMILIES[family_place(cards[place])]
    letter = family[0].upper()
    taken = {card["id"] for card in cards if isinstance(card, dict)}
    free = next(
        name for number in range(1, len(cards) + 2) if (name := f"{letter}{number:02}") not in taken
    )
    new: JsonObject = {"id": free, "family": family, "when": NEW_CONDITION, "score": 1, "bonus": 0}
    cards.append(new)
    cards.sort(key=family_place)
    return next(at for at, card in enumerate(cards) if card is new)


def set_fair_points(card: Json) -> None:
    assert isinstance(card, dict)
    when = str(card["when"])
    if family_of(when) is not None and count_of(when) > 0:
        card["score"], card["bonus"] = fair_score(count_of(when)), fair_bonus(count_of(when))
