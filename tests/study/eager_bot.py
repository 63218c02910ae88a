"""A bot of an outside module: it always plays the first of the legal texts."""

from cubilete import Rng, View


class EagerBot:
    def choose(self, view: View, rng: Rng) -> str:
        return view.legal[0]


class LateBot:
    def choose(self, view: View, rng: Rng) -> str:
        return view.legal[-1]


class SameBot(EagerBot):
    """Plays as EagerBot does, under another name."""


class MumblingBot:
    """Answers what no game understands."""

    def choose(self, view: View, rng: Rng) -> str:
        return "mumble"


class DemandingBot(EagerBot):
    def __init__(self, wish: str) -> None:
        self.wish = wish


class NoBot:
    """Can be made, but does not choose."""
