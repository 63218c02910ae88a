"""How templates become pages: in which language, and what is settled before anybody asks.

Each language has its own environment, and whatever is the same for every reader of it is worked
out once, when a template is compiled: sentences without values are translated, drawings with a
fixed name are drawn. What is left runs for every page, so it goes the straight way: an attribute
is an attribute, a call is a call, and text that is HTML already is not looked at again.
"""

import operator
import re
from collections.abc import Callable, MutableMapping
from functools import cache, partial
from keyword import iskeyword
from typing import Any, cast

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from cubilete.core.message import Message
from cubilete.core.registry import all_games
from cubilete.web.pieces import Chunks, Piece, memo, memo_each, piece, plain
from cubilete.web.rules import rule_link
from cubilete.language import catalog, explain, say


@cache
def icon(name: str, class_: str = "icon") -> Markup:
    """One of our drawings."""
    of_class = Markup(' class="{}"').format(class_) if class_ else ""
    return Markup('<svg{} aria-hidden="true"><use href="/s/i.svg#{}"/></svg>').format(
        of_class, name
    )


HTML = frozenset([Markup, Piece, Chunks])


def html(value: Any) -> Any:
    """What a template puts out, as HTML; pieces stay what they are."""
    return value if value.__class__ in HTML else escape(value)


class Unindented(Extension):
    """Templates are indented for those who write them; what is sent is not."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"(?m)^[ \t]+", "", source)


class Settled(NodeTransformer):
    """Calls that give the same for everybody, with what they give in their place."""

    def __init__(self, functions: dict[str, Callable[..., object]]) -> None:
        self.functions = functions

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        function = self.functions.get(node.node.name) if isinstance(node.node, nodes.Name) else None
        if function is None or node.kwargs or node.dyn_args or node.dyn_kwargs:
            return node
        values = [each.value for each in node.args if isinstance(each, nodes.Const)]
        if len(values) < len(node.args):
            return node
        return nodes.Const(function(*values), lineno=node.lineno)


class Straight(CodeGenerator):
    """Writes what runs for every page. None of our functions asks for the context, and no
    template takes a key of a dictionary for an attribute."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.write("context.call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        if iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.html(")


class Context(jinja2.runtime.Context):
    call: Any = staticmethod(cast(Any, operator.call))


class Environment(jinja2.Environment):
    """All templates share one dictionary of globals, which costs less to hand on than a chain."""

    code_generator_class = Straight
    context_class = Context
    html = staticmethod(html)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.settled: dict[str, Callable[..., object]] = {}
        """The functions that give the same for everybody, by their names."""
        self._found: dict[str, jinja2.Template] = {}

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> jinja2.Template:
        """Templates don't change while we run, and are named in full wherever they are used."""
        if not isinstance(name, str):
            return name
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = Settled(self.settled).visit(super()._parse(source, name, filename))
        assert isinstance(template, nodes.Template)
        return template


@cache
def environment(language: str) -> jinja2.Environment:
    """Our own templates, and those in the folder of each game under the game's name.

    Each language has its own, so that macros speak it without being told.
    """
    folders: dict[str, jinja2.BaseLoader] = {
        game.slug: jinja2.PackageLoader(type(game).__module__, "") for game in all_games()
    }
    env = Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.PackageLoader("cubilete.web"), jinja2.PrefixLoader(folders)]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Unindented],
    )
    speak = partial(say, language=language)
    sentences = catalog(language)

    def translate(sentence: str, **values: object) -> str:
        if values:
            return speak(Message(sentence, values))
        return sentences.get(sentence, sentence)

    env.settled = {"_": translate, "icon": icon}
    env.filters.update(piece=piece, tuple=tuple)
    env.globals.update(
        _=translate,
        say=speak,
        explain=partial(explain, language=language),
        icon=icon,
        games=all_games(),
        memo=memo,
        memo_each=memo_each,
        plain=plain,
        rule_link=rule_link,
    )
    return env


def macro(language: str, template: str, name: str) -> Callable[..., str]:
    found: Callable[..., str] = getattr(environment(language).get_template(template).module, name)
    return found
