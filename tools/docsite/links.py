"""Where each file of the repository is on the documentation site, and links that lead there.

Links in Markdown are written for the repository: relative to the file that they are in. On the site
some files have other places: those of the root, the rules of the games, and the Spanish pages,
which are a site of their own below es/. A file that the site does not have loses its link there and
keeps its words.
"""

import posixpath
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FROM_ROOT = {"CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"} | {
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
}
OTHER_SITE = "other-site:"
"""Marks a link from one language to the other: mkdocs knows the pages of one site only."""

FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"(?P<image>!?)\[(?P<words>[^\]]*)\]\((?P<target>[^)\s]+)\)")
RULE = re.compile(r"\*\*([A-Z0-9]+-[A-Z]?[0-9]+)\*\*")
"""How a rule begins: its number, bold."""


@dataclass(frozen=True)
class Place:
    """A file of the site: the language whose site has it, and its path there."""

    language: str
    path: str

    @property
    def address(self) -> str:
        """From the root of the English site."""
        page = re.sub(r"\.md$", ".html", self.path)
        return f"es/{page}" if self.language == "es" else page


def rules_files() -> dict[str, Place]:
    """The rules of our games, by the path of their text in the repository."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    games: Mapping[str, str] = project["project"]["entry-points"]["cubilete.games"]
    return {
        f"src/{module.partition(':')[0].replace('.', '/')}/rules.{language}.md": Place(
            language, f"rules/{slug}.md"
        )
        for slug, module in games.items()
        for language in ("en", "es")
    }


@cache
def places() -> dict[str, Place]:
    """Every file of both sites, by its path in the repository."""
    found = {name: Place("en", path) for name, path in FROM_ROOT.items()} | rules_files()
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_file():
            name = path.relative_to(ROOT / "docs").as_posix()
            place = Place("es", name[3:]) if name.startswith("es/") else Place("en", name)
            found[f"docs/{name}"] = place
    return found


def for_site(text: str, file: str) -> str:
    """The Markdown of a file as its page has it: links lead to the site, rules have anchors."""
    parts: list[str] = []
    end = 0
    for fence in FENCE.finditer(text):
        parts += [prose_for_site(text[end : fence.start()], file), fence[0]]
        end = fence.end()
    return "".join([*parts, prose_for_site(text[end:], file)])


def prose_for_site(text: str, file: str) -> str:
    if file in rules_files():
        text = RULE.sub(r"**\1**{ #\1 }", text)
    codes: list[str] = []

    def hide(code: re.Match[str]) -> str:
        codes.append(code[0])
        return f"\0{len(codes) - 1}\0"

    text = LINK.sub(lambda link: link_for_site(link, file), CODE.sub(hide, text))
    return re.sub("\0([0-9]+)\0", lambda place: codes[int(place[1])], text)


def link_for_site(link: re.Match[str], file: str) -> str:
    target, _, anchor = link["target"].partition("#")
    if not target or ":" in target:
        return link[0]
    here = places()[file]
    there = places().get(posixpath.normpath(posixpath.join(posixpath.dirname(file), target)))
    if there is None:
        return link["words"]
    if there.language == here.language:
        address = posixpath.relpath(there.path, posixpath.dirname(here.path) or ".")
    else:
        start = posixpath.dirname(here.address) or "."
        address = OTHER_SITE + posixpath.relpath(there.address, start)
    after = f"#{anchor}" if anchor else ""
    return f"{link['image']}[{link['words']}]({address}{after})"


def twin(place: Place) -> Place:
    """The same page in the other language, or its first page where there is none."""
    other = Place("en" if place.language == "es" else "es", place.path)
    return other if other in places().values() else Place(other.language, "index.md")
