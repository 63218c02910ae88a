"""The report of a balance study: one page of HTML that needs nothing else.

Pictures are inside as SVG, styles too. The page is light or dark as the reader's system is.
"""

import io
import re
from collections.abc import Iterable, Sequence
from html import escape

from cubilete._version import VERSION
from cubilete.core.message import N_, Message
from cubilete.core.resources import package_file
from cubilete.language import say
from cubilete.study.balance.plots import INK, Picture, style
from cubilete.study.balance.statistics import Balance
from cubilete.study.balance.tables import Table, Tables

LANGUAGE_NAMES = {"es": "Español", "en": "English"}
IDS = re.compile(r'(id="|"#|url\(#)')


class Page:
    """The report in one language."""

    def __init__(self, balance: Balance, language: str, command: str) -> None:
        self.balance = balance
        self.language = language
        self.command = command
        """What the reader can type to get the same figures."""

    def say(self, template: str, **values: object) -> str:
        return escape(say(Message(template, values), self.language))

    def html(self, pictures: Sequence[Picture], others: Iterable[str]) -> str:
        """`others` are the languages in which the report is there too."""
        game = self.balance.plan.game
        title = self.say(N_("Balance of {game}"), game=game.name)
        styles = package_file(self, "report.css") or ""
        tables = list(Tables(self.balance, self.language).all())
        links = "".join(
            f'<a href="{file_name(other)}" lang="{other}" hreflang="{other}">'
            f"{LANGUAGE_NAMES[other]}</a>"
            for other in others
        )
        parts = [
            "<!doctype html>",
            f'<html lang="{self.language}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title><style>{styles}</style></head><body><main>",
            f"<header><h1>{title}</h1><p>{self.played()}</p>",
            f"<p><code>{escape(self.command)}</code></p><nav>{links}</nav></header>",
            *(self.section(table, pictures) for table in tables),
            f"<footer>Cubilete {escape(VERSION)}</footer></main></body></html>",
        ]
        return "\n".join(parts) + "\n"

    def played(self) -> str:
        plan = self.balance.plan
        return self.say(
            N_("{games} games with the bots {bots}; options: {options}; seed {seed}."),
            games=self.balance.games,
            bots=", ".join(plan.bots),
            options=", ".join(f"{name} = {value}" for name, value in plan.options.items()) or "—",
            seed=plan.seed,
        )

    def section(self, table: Table, pictures: Sequence[Picture]) -> str:
        figures = "".join(
            f'<figure role="img" aria-label="{escape(picture.title)}">{inline(picture)}</figure>'
            for picture in pictures
            if picture.table == table.name
        )
        title = escape(table.title)
        return (
            f'<section id="{escape(table.name)}"><h2>{title}</h2><p>{escape(table.note)}</p>'
            f"{figures}{html_table(table)}</section>"
        )


def file_name(language: str) -> str:
    return f"report.{language}.html"


def html_table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in table.headings)
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for label, *cells in table.rows
    )
    whole = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="wide">{whole}</div>'


def inline(picture: Picture) -> str:
    """The SVG of a picture in the colour of the text around it. Pictures of one page must not share
    ids, so each has its own name before them."""
    buffer = io.StringIO()
    with style():
        picture.figure.savefig(buffer, format="svg", metadata={"Date": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
    return IDS.sub(lambda found: f"{found[1]}{picture.name}-", svg)
