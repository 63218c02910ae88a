"""A bot that believes in the average."""

from collections.abc import Callable, Mapping

from cubilete import Bot, Policy, RandomBot, Rng

from .rules import LiarsCup, LiarsCupView


class CarefulBot:
    """Claims one more while the sum is likely, otherwise doubts."""

    def choose(self, view: LiarsCupView, rng: Rng) -> str:
        expected = view.own_die + 7 * (len(view.scores) - 1) // 2
        if view.claim == 0:
            return f"claim {max(1, expected - 2)}"
        return f"claim {view.claim + 1}" if view.claim < expected else "doubt"


class LiarsCupPolicy(Policy[LiarsCup, LiarsCupView]):
    def bots(self) -> Mapping[str, Callable[[], Bot[LiarsCupView]]]:
        return {"random": RandomBot, "careful": CarefulBot}
