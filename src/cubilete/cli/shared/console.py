"""Output to the terminal, in the language of the environment."""

from functools import partial

from rich.console import Console

from cubilete.bots.budgets import smaller_budget
from cubilete.core.message import Message
from cubilete.language import language_of_environment, say

language = language_of_environment()
out = Console()
err = Console(stderr=True)


def _(template: str, *, count: int | None = None, **values: object) -> str:
    """The translated sentence. Callers mark the template with N_ so that catalogs must have it."""
    return say(Message(template, values, count), language)


say_here = partial(say, language=language)
"""Says a message in the language of the environment."""


def print_line(text: str) -> None:
    """Prints text that may contain names: rich must not read markup or add colours in it."""
    out.print(text, highlight=False, markup=False)


def say_if_interpreted() -> None:
    """Warns that bots have a smaller budget here."""
    sentence = smaller_budget()
    if sentence is not None:
        err.print(say(sentence, language), style="yellow", highlight=False, soft_wrap=True)
