"""Text files in which people write decks, sheets and levels.

The first line names the game; sections of plain lines follow. A `#` at the start of a line, or
after a blank, begins a comment.

    cubilete twenty-one

    [sheet A]
    W Y R G B K

Each game converts the sections into material, the JSON that records carry. Errors in the material
are reported with the line of the file.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO

from cubilete.core.errors import BadMaterial, MaterialPath
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_

COMMENT = re.compile(r"(^|\s)#.*")
SECTION = re.compile(r"\[([^\[\]]+)\]")
FIRST_LINE = re.compile(r"cubilete (\S+)")


@dataclass(frozen=True)
class TextLine:
    number: int
    text: str


@dataclass
class Section:
    name: str
    line: int
    lines: list[TextLine] = field(default_factory=list)


@dataclass
class DataFile:
    """A parsed file; its lines are not yet interpreted by the game."""

    game: str
    sections: list[Section]
    last_line: int

    def section(self, name: str) -> Section:
        """The section of this name; raises BadMaterial if it is missing."""
        for section in self.sections:
            if section.name == name:
                return section
        raise complaint(
            self.last_line,
            "missing-section",
            N_("The section [{section}] is missing."),
            section=name,
        )

    def no_other_sections(self, known: Callable[[str], bool]) -> None:
        for section in self.sections:
            if not known(section.name):
                raise complaint(
                    section.line,
                    "unknown-section",
                    N_("Unknown section [{section}]."),
                    section=section.name,
                )


def complaint(line: int, code: str, template: str, **values: object) -> BadMaterial:
    """An error in the form of a line; it has no rule and no place in the material."""
    return BadMaterial(code, "", (), template, **values).at_line(line)


def lines_of(text: str) -> StringIO:
    """Lines as an editor counts them. str.splitlines would also split at form feeds and others."""
    return StringIO(text.removeprefix("\ufeff"), newline=None)


def parse(text: str) -> DataFile:
    """Parses a text into its game and sections; errors carry their line."""
    game = ""
    sections: list[Section] = []
    number = 0
    for number, raw in enumerate(lines_of(text), start=1):
        content = COMMENT.sub("", raw).strip()
        if not content:
            continue
        if not game:
            first = FIRST_LINE.fullmatch(content)
            if first is None:
                raise complaint(
                    number,
                    "no-game",
                    N_("The first line must say “cubilete” and the name of a game."),
                )
            game = first[1]
            continue
        heading = SECTION.fullmatch(content)
        if heading is not None:
            name = heading[1].strip()
            if any(section.name == name for section in sections):
                raise complaint(
                    number,
                    "repeated-section",
                    N_("The section [{section}] appears twice."),
                    section=name,
                )
            sections.append(Section(name, number))
        elif sections:
            sections[-1].lines.append(TextLine(number, content))
        else:
            raise complaint(
                number,
                "no-section",
                N_("A section heading such as [name] must come before this line."),
            )
    if not game:
        raise complaint(max(number, 1), "empty-file", N_("The file is empty."))
    return DataFile(game, sections, number)


Lines = dict[MaterialPath, int]
"""The line of the file that each place of the material came from."""


def check_with_lines(
    material: JsonObject, lines: Lines, check: Callable[[JsonObject], None], last_line: int
) -> JsonObject:
    """Checks material that came from a file; errors get the line of the nearest known place."""
    try:
        check(material)
    except BadMaterial as error:
        place = error.place
        while place and place not in lines:
            place = place[:-1]
        raise error.at_line(lines.get(place, last_line)) from None
    return material
