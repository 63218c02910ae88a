"""The rules of a game as a page: with a place for each of its numbers, and each rule by itself."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from cubilete.core.registry import all_games, find_game
from cubilete.language import LANGUAGES

NUMBER = re.compile(r"\*\*([A-Z0-9]+-[A-Z]?[0-9]+)\*\*")
"""How a rule begins: its number, bold."""


@dataclass(frozen=True)
class RulesText:
    html: Markup
    contents: tuple[tuple[str, str], ...]
    """The headings: their anchor and their words."""
    each: Mapping[str, Markup]
    """The text of each rule by its number."""


@cache
def rules_of(slug: str, language: str) -> RulesText:
    """The rules of a game in a language that we speak, or in Spanish."""
    text = find_game(slug).words.rules(language if language in LANGUAGES else "es")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)

    def render(some: list[Token]) -> Markup:
        # Raw HTML is off, so what comes out is ours.
        return Markup(markdown.renderer.render(some, markdown.options, {}))

    contents: list[tuple[str, str]] = []
    each: dict[str, Markup] = {}
    for index, token in enumerate(tokens):
        number = NUMBER.match(token.content) if token.type == "inline" else None
        if number is not None:
            item = tokens[index - 2].type == "list_item_open"
            start = index - 2 if item else index - 1
            each[number[1]] = render(rule_at(tokens, start))
            tokens[start].attrSet("id", number[1])
        elif token.type == "heading_open" and token.tag == "h2":
            contents.append((f"s{len(contents) + 1}", words_of(tokens[index + 1])))
            token.attrSet("id", contents[-1][0])
    return RulesText(render(tokens), tuple(contents), each)


def rule_at(tokens: list[Token], start: int) -> list[Token]:
    """What belongs to the rule that starts here: an item of a list, or a paragraph with the
    list after it, if that has no numbers of its own."""
    end = end_of(tokens, start)
    if tokens[start].type == "list_item_open":
        return tokens[start + 1 : end]
    if end + 1 < len(tokens) and tokens[end + 1].type == "bullet_list_open":
        after = end_of(tokens, end + 1)
        if not any(NUMBER.match(token.content) for token in tokens[end + 1 : after]):
            end = after
    return tokens[start : end + 1]


def end_of(tokens: list[Token], start: int) -> int:
    """Where the element that is opened here is closed."""
    depth = 0
    for index in range(start, len(tokens)):
        depth += tokens[index].nesting
        if depth == 0:
            return index
    raise ValueError("an element is not closed")


def words_of(heading: Token) -> str:
    return "".join(child.content for child in heading.children or [])


@cache
def games_of_rules() -> dict[str, str]:
    return {rule: game.slug for game in all_games() for rule in rules_of(game.slug, "es").each}


def rule_link(rule: str) -> str:
    """Where a rule is written; "" where no game has it."""
    slug = games_of_rules().get(rule)
    return f"/rules/{slug}#{rule}" if slug else ""


def rule_text(slug: str, language: str, rule: str) -> Markup:
    """The text of one rule; empty where there is none of this number."""
    return rules_of(slug, language).each.get(rule, Markup(""))
