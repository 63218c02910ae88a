"""How Dizzle looks in the browser."""

from collections.abc import Sequence

from cubilete.core.message import N_, Message
from cubilete.core.outcome_form import OutcomeForm, dice, roll, roll_again, who_begins
from cubilete.core.page import Page
from cubilete.games.dizzle.view import DizzleView


class DizzlePage(Page[DizzleView]):
    def outcome_form(
        self, view: DizzleView, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm:
        if view.step == "start":
            return who_begins(names)
        if view.step == "roll":
            return roll(names[view.first], len(draws))
        name = names[view.current]
        if view.step == "steal":  # DZ-17
            ask = Message(N_("{name}, roll the two extra dice."), {"name": name})
            return dice(ask, "steal", len(draws), N_("Extra die {number}"))
        return roll_again(name, len(draws))
