"""Whom a page is for: language, light, details, and what their forms carry."""

from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.core.errors import CubileteError
from cubilete.core.message import Message
from cubilete.language import explain, say
from cubilete.web.html.people.comfort import USUAL, Comfort
from cubilete.web.html.templates import environment


@dataclass(frozen=True)
class Viewer:
    language: str
    theme: str
    form_token: str
    details: bool = False
    """Whether they want to see notation, codes of cards and fingerprints."""
    comfort: Comfort = USUAL

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """A sentence in their language; `names` are those of the players."""
        return say(message, self.language, names)

    def explain(self, error: CubileteError, names: Sequence[str] = ()) -> str:
        return explain(error, self.language, names)

    def page(self, template: str, **context: object) -> str:
        """A whole page."""
        return environment(self.language).get_template(template).render(viewer=self, **context)
