"""Reads the pages of a PDF that fpdf2 wrote: their sizes and their words, line by line."""

import re
import zlib
from dataclasses import dataclass

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
STREAM = re.compile(rb"stream\n(.*)\nendstream", re.DOTALL)
PAGE = re.compile(rb"/Type /Page\b")
BOX = re.compile(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]")
ALL_PAGES_BOX = re.compile(rb"/Type /Pages\b")
CONTENTS = re.compile(rb"/Contents (\d+) 0 R")
SHOWN = re.compile(rb"BT ([0-9.-]+) ([0-9.-]+) Td (?:.*? )?\(((?:\\.|[^\\)])*)\) Tj")
POINT = 25.4 / 72


@dataclass(frozen=True)
class Line:
    """A line of text and where it begins, in millimetres from the upper left corner."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    lines: tuple[Line, ...]
    drawing: bytes
    """All operators of the page."""

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.lines]

    @property
    def words(self) -> str:
        """Everything that is written on the page, in the order of drawing."""
        return " ".join(self.texts)


def pages_of(document: bytes) -> list[Page]:
    assert document.startswith(b"%PDF-")
    assert document.rstrip().endswith(b"%%EOF")
    objects = {int(number): content for number, content in OBJECT.findall(document)}
    tree = next(content for content in objects.values() if ALL_PAGES_BOX.search(content))
    kids = re.search(rb"/Kids \[(.*?)\]", tree, re.DOTALL)
    assert kids is not None
    numbers = [int(number) for number in re.findall(rb"(\d+) 0 R", kids[1])]
    return [page_of(objects, objects[number], tree) for number in numbers]


def page_of(objects: dict[int, bytes], page: bytes, tree: bytes) -> Page:
    assert PAGE.search(page)
    box = BOX.search(page) or BOX.search(tree)
    contents = CONTENTS.search(page)
    assert box is not None
    assert contents is not None
    width, height = float(box[1]), float(box[2])
    stream = STREAM.search(objects[int(contents[1])])
    assert stream is not None
    drawing = zlib.decompress(stream[1])
    lines = tuple(
        Line(float(x) * POINT, (height - float(y)) * POINT, unescaped(text))
        for x, y, text in SHOWN.findall(drawing)
    )
    return Page(width * POINT, height * POINT, lines, drawing)


def unescaped(text: bytes) -> str:
    return re.sub(rb"\\(.)", rb"\1", text).decode("cp1252")
