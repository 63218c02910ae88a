"""Checks the built documentation site: nothing is loaded from elsewhere, links lead somewhere.

usage: python tools/docsite/check.py SITE

mkdocs checks links between pages of one language. This looks at what was built: what a browser
would load by itself must be in the site, and so must the page and the place that a link names.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {
    ("script", "src"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("use", "href"),
} | {
    ("video", "src"),
    ("audio", "src"),
    ("embed", "src"),
    ("object", "data"),
    ("input", "src"),
}
"""Elements and attributes by which a browser loads something; <link> is looked at by its rel."""
NOT_LOADED = {"alternate", "canonical", "next", "prev"}
"""Kinds of <link> that name a page without loading it."""
CSS_LOAD = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""")


@dataclass
class Found:
    """What one page has."""

    loads: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)
    language: str = ""


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = Found()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.found.places |= {named[name] for name in ("id", "name") if name in named}
        if tag == "html":
            self.found.language = named.get("lang", "")
        if tag == "a" and "href" in named:
            self.found.links.append(named["href"])
        if tag == "link":
            kinds = set(named.get("rel", "").split())
            (self.found.links if kinds & NOT_LOADED else self.found.loads).append(named["href"])
        for name, value in named.items():
            if (tag, name) in LOADED:
                self.found.loads.append(value)
            elif name == "srcset":
                self.found.loads += [part.split()[0] for part in value.split(",")]
            elif name == "style":
                self.found.loads += CSS_LOAD.findall(value)


def read(page: Path) -> Found:
    reader = Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader.found


def is_elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme in ("http", "https", "ftp", "ws", "wss")


def check(site: Path) -> Iterator[str]:
    """What is wrong, a line each."""
    pages = {page: read(page) for page in sorted(site.rglob("*.html"))}
    if len(pages) < 20:
        yield f"{site} has only {len(pages)} pages"
    for page, found in pages.items():
        name = page.relative_to(site)
        expected = "es" if name.parts[0] == "es" else "en"
        if found.language != expected:
            yield f"{name} says that its language is {found.language}"
        for address in found.loads:
            if is_elsewhere(address):
                yield f"{name} loads {address}"
        if name.name == "404.html":
            continue  # its addresses are absolute: it is shown in place of any page
        for address in (*found.loads, *found.links):
            yield from dead_ends(page, address, pages, name)
    for sheet in sorted(site.rglob("*.css")):
        for address in CSS_LOAD.findall(sheet.read_text(encoding="utf-8")):
            if is_elsewhere(address):
                yield f"{sheet.relative_to(site)} loads {address}"


def dead_ends(page: Path, address: str, pages: dict[Path, Found], name: Path) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        yield f"{name}: there is no {address}"
    elif parts.fragment and target in pages:
        if unquote(parts.fragment) not in pages[target].places:
            yield f"{name}: there is no place {address}"


def main() -> None:
    site = Path(sys.argv[1]).resolve()
    wrong = list(check(site))
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(list(site.rglob('*.html')))} pages, nothing loaded from elsewhere.")


if __name__ == "__main__":
    main()
