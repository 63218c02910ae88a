"""The deck of 216 (216-M1 to 216-M6): reading it from text, checking it, values of cards.

A deck file has a section for each family, one objective a line, and a section of helps:

    [grey]
    G01 | 3 3 3 | 20 | 8 | 1/216

    [helps]
    shift1 6

The last column, how many of the 216 rolls meet the condition, is optional. If it is given it must
be right; this finds typing errors.
"""

import re
from functools import lru_cache
from math import log2

from cubilete.core.datafile import DataFile, Lines, TextLine, check_with_lines, complaint
from cubilete.core.json_types import Json, JsonObject, MaterialReader
from cubilete.core.message import N_
from cubilete.games.two_sixteen.conditions import FAMILIES, count_of, family_of, rolls_meeting
from cubilete.games.two_sixteen.scoring import Cards
from cubilete.games.two_sixteen.tables import HELP_CARDS, KINDS, OBJECTIVES

ALL_ROLLS = 216
MOST_POINTS = 1_000_000
"""The limit keeps all sums of scores within 64 bits."""

NUMBER = re.compile(r"[0-9]{1,9}")
SHARE = re.compile(r"([0-9]{1,3})/216")
HELP_LINE = re.compile(r"(\S+)\s+([0-9]{1,9})")


# --- Scores of the shipped deck (216-M6) ---


POINTS_FOR_ANY = 1
POINTS_A_HALVING = 2
SHARE_OF_BONUS = 0.4


def fair_score(rolls: int) -> int:
    """The score of an objective that `rolls` of the 216 rolls meet."""
    return POINTS_FOR_ANY + round(POINTS_A_HALVING * log2(ALL_ROLLS / rolls))


def fair_bonus(rolls: int) -> int:
    """The additional points of such an objective when it is served (216-3)."""
    return round(SHARE_OF_BONUS * fair_score(rolls))


# --- Checking ---


def check_deck(material: JsonObject) -> None:
    """Raises BadMaterial unless this is a deck of 216."""
    reader = MaterialReader("216-M6")
    reader.keys(material, (), ("objectives", "helps"))
    check_objectives(material["objectives"])
    check_helps(material["helps"])


def check_objectives(value: Json) -> None:
    reader = MaterialReader("216-M6")
    objectives = reader.list(value, ("objectives",))
    ids: set[str] = set()
    whens: dict[str, str] = {}
    for number, item in enumerate(objectives):
        name, when = check_objective(item, number)
        if name in ids:
            raise reader.error(
                "repeated-id",
                ("objectives", number, "id"),
                N_("Two objectives are called {objective}."),
                objective=name,
            )
        if when in whens:
            raise reader.error(
                "repeated-condition",
                ("objectives", number, "when"),
                N_("{objective} asks for the same as {other}: {when}."),
                objective=name,
                other=whens[when],
                when=when,
            )
        ids.add(name)
        whens[when] = name
    if len(objectives) != OBJECTIVES:
        raise reader.error(
            "wrong-number",
            ("objectives",),
            N_("A deck has {needed} objectives, and this one has {count}."),
            needed=OBJECTIVES,
            count=len(objectives),
        )


def check_objective(item: Json, number: int) -> tuple[str, str]:
    """Checks one objective alone; returns its id and its condition."""
    reader = MaterialReader("216-M1")
    place = ("objectives", number)
    objective = reader.object(item, place)
    reader.keys(objective, place, ("id", "family", "when", "score", "bonus"))
    name = reader.text(objective["id"], (*place, "id"))
    if name.split() != [name] or not name.isprintable():
        raise reader.error(
            "bad-id",
            (*place, "id"),
            N_("The name of an objective is a single word, not “{name}”."),
            name=name,
        )
    when = reader.text(objective["when"], (*place, "when"))
    check_condition(when, reader.text(objective["family"], (*place, "family")), number)
    reader.whole(objective["score"], (*place, "score"), least=1, most=MOST_POINTS)
    reader.whole(objective["bonus"], (*place, "bonus"), least=0, most=MOST_POINTS)
    return name, when


def check_condition(when: str, family: str, number: int) -> None:
    reader = MaterialReader("216-M2")
    place = ("objectives", number, "when")
    if family not in FAMILIES:
        raise reader.error(
            "unknown-family",
            ("objectives", number, "family"),
            N_("{family} is not a family: choose {families}."),
            family=family,
            families=", ".join(FAMILIES),
        )
    found = family_of(when)
    if found is None:
        raise reader.error(
            "unknown-condition",
            place,
            N_("“{when}” is not a valid condition; examples: {examples}."),
            when=when,
            examples="“1 2 ?”, “sum >= 14”, “two = 9”, “pair opposite”, “no 1 2”",
        )
    if found != family:
        raise reader.error(
            "wrong-family",
            ("objectives", number, "family"),
            N_("“{when}” belongs to the family {found}, not to {family}."),
            when=when,
            found=found,
            family=family,
        )
    rolls = count_of(when)
    if rolls in (0, ALL_ROLLS):
        raise reader.error(
            "no-challenge",
            place,
            N_("No roll meets “{when}”.") if rolls == 0 else N_("Every roll meets “{when}”."),
            when=when,
        )


def check_helps(value: Json) -> None:
    reader = MaterialReader("216-M5")
    helps = reader.object(value, ("helps",))
    reader.keys(helps, ("helps",), (), KINDS)
    total = 0
    for kind, count in helps.items():
        total += reader.whole(count, ("helps", kind), least=0, most=HELP_CARDS)
    if total != HELP_CARDS:
        raise reader.error(
            "wrong-number",
            ("helps",),
            N_("A deck has {needed} help cards, and this one has {count}."),
            needed=HELP_CARDS,
            count=total,
        )


# --- Reading a file ---


def read_deck(data: DataFile) -> JsonObject:
    """The deck of a file, checked; errors carry the line."""
    data.no_other_sections(lambda name: name in (*FAMILIES, "helps"))
    lines: Lines = {}
    objectives: list[Json] = []
    for section in data.sections:
        if section.name == "helps":
            continue
        for line in section.lines:
            lines["objectives", len(objectives)] = line.number
            lines[("objectives",)] = line.number
            objectives.append(read_objective(section.name, line))
    helps = read_helps(data, lines)
    material: JsonObject = {"objectives": objectives, "helps": helps}
    return check_with_lines(material, lines, check_deck, data.last_line)


def read_objective(family: str, line: TextLine) -> JsonObject:
    cells = [" ".join(cell.split()) for cell in line.text.split("|")]
    if len(cells) not in (4, 5):
        raise complaint(
            line.number,
            "bad-line",
            N_("An objective is a line such as “{example}”."),
            example="G01 | 3 3 3 | 20 | 8",
        )
    for cell in cells[2:4]:
        if not NUMBER.fullmatch(cell):
            raise complaint(
                line.number, "bad-number", N_("“{text}” is not a number of points."), text=cell
            )
    if len(cells) == 5:
        check_share(cells[1], cells[4], line)
    return {
        "id": cells[0],
        "family": family,
        "when": cells[1],
        "score": int(cells[2]),
        "bonus": int(cells[3]),
    }


def check_share(when: str, share: str, line: TextLine) -> None:
    """216-M1: the share on a card must be the exact number of rolls."""
    found = SHARE.fullmatch(share)
    if found is None:
        raise complaint(
            line.number, "bad-share", N_("“{share}” is not a share of the 216 rolls."), share=share
        )
    if family_of(when) is not None and int(found[1]) != count_of(when):
        raise complaint(
            line.number,
            "wrong-share",
            N_("{rolls} of the 216 rolls meet “{when}”, but the line says “{share}”."),
            when=when,
            rolls=count_of(when),
            share=share,
        )


def read_helps(data: DataFile, lines: Lines) -> JsonObject:
    section = data.section("helps")
    lines[("helps",)] = section.line
    helps: JsonObject = {}
    for line in section.lines:
        found = HELP_LINE.fullmatch(line.text)
        if found is None:
            raise complaint(
                line.number,
                "bad-line",
                N_("A help card is a line such as “{example}”."),
                example="shift1 6",
            )
        if found[1] in helps:
            raise complaint(
                line.number, "repeated-help", N_("{help} appears twice."), help=found[1]
            )
        lines["helps", found[1]] = line.number
        helps[found[1]] = int(found[2])
    return helps


# --- For the rules ---

Objective = tuple[str, str, int, int]
"""Id, condition, score and bonus."""


def cards_of(material: JsonObject) -> Cards:
    """The cards of checked material."""
    return build_cards(*listed_cards(material))


def listed_cards(material: JsonObject) -> tuple[tuple[Objective, ...], tuple[int, ...]]:
    """The objectives of checked material, and how many helps of each kind it has."""
    reader = MaterialReader("216-M6")
    objectives: list[Objective] = []
    for item in reader.list(material["objectives"], ("objectives",)):
        card = reader.object(item, ("objectives",))
        objectives.append(
            (
                reader.text(card["id"], ("id",)),
                reader.text(card["when"], ("when",)),
                reader.whole(card["score"], ("score",)),
                reader.whole(card["bonus"], ("bonus",)),
            )
        )
    helps = reader.object(material["helps"], ("helps",))
    counts = tuple(reader.whole(helps.get(kind, 0), ("helps", kind)) for kind in KINDS)
    return tuple(objectives), counts


@lru_cache(maxsize=16)
def build_cards(objectives: tuple[Objective, ...], helps: tuple[int, ...]) -> Cards:
    ids, whens, scores, bonuses = zip(*objectives, strict=True)
    return Cards(
        list(ids),
        list(whens),
        list(scores),
        list(bonuses),
        [sorted(rolls_meeting(when)) for when in whens],
        list(helps),
    )
