"""Comfort settings: felt, dice, size of text, hand, and whether keys are shortcuts.

Each is a cookie, and an attribute `data-…` of <html> that style sheets and scripts read. The first
value is the usual one: it sets no attribute.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from cubilete.core.message import N_, Message

CHOICES: dict[str, dict[str, Message]] = {
    "felt": {
        "green": Message(N_("Green")),
        "blue": Message(N_("Blue")),
        "wine": Message(N_("Wine")),
    },
    "dice": {
        "ivory": Message(N_("Ivory")),
        "wood": Message(N_("Wood")),
        "slate": Message(N_("Slate")),
    },
    "size": {"usual": Message(N_("Usual")), "large": Message(N_("Large"))},
    "hand": {"right": Message(N_("Right")), "left": Message(N_("Left"))},
    "keys": {"on": Message(N_("On")), "off": Message(N_("Off"))},
}
LABELS: dict[str, Message] = {
    "felt": Message(N_("Felt")),
    "dice": Message(N_("Dice")),
    "size": Message(N_("Text size")),
    "hand": Message(N_("Buttons for the hand")),
    "keys": Message(N_("Keyboard shortcuts")),
}


@dataclass(frozen=True)
class Comfort:
    chosen: tuple[tuple[str, str], ...] = ()
    """The settings that differ from the usual."""

    def __getitem__(self, name: str) -> str:
        return dict(self.chosen).get(name) or next(iter(CHOICES[name]))

    @property
    def attributes(self) -> Markup:
        return Markup("").join(
            Markup(' data-{}="{}"').format(name, value) for name, value in self.chosen
        )


USUAL = Comfort()


def comfort_of(cookies: Mapping[str, str]) -> Comfort:
    """What the cookies say; a value that is not known counts as the usual one."""
    return Comfort(
        tuple(
            (name, cookies[name])
            for name, values in CHOICES.items()
            if cookies.get(name) in list(values)[1:]
        )
    )
