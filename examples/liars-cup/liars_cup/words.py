"""What people read."""

from cubilete import N_, Message, Words

from .rules import LiarsCupView


class LiarsCupWords(Words[LiarsCupView]):
    feel = Message(N_("Say a little more than you know."))

    def tell(self, who: str, by: int | str, text: str) -> Message:
        verb, *rest = text.split(" ")
        if verb == "roll":
            return Message(N_("Your die shows {face}"), {"face": rest[0]})
        if verb == "show":
            values = {"dice": ", ".join(rest), "sum": sum(int(die) for die in rest)}
            return Message(N_("Under the cups: {dice}, together {sum}"), values)
        if verb == "doubt":
            return Message(N_("{who} doubts"), {"who": who})
        return Message(N_("{who} claims {sum}"), {"who": who, "sum": rest[0]})

    def offer(self, view: LiarsCupView, text: str) -> Message:
        if text == "doubt":
            return Message(N_("Doubt"))
        return Message(N_("At least {sum}"), {"sum": text.removeprefix("claim ")})

    def ask(self, view: LiarsCupView) -> Message:
        if view.claim:
            return Message(N_("Claim more than {sum}, or doubt."), {"sum": view.claim})
        return Message(N_("Claim what all dice show together, at least."))

    def remark(self, view: LiarsCupView) -> Message:
        if view.own_die:
            return Message(N_("Your die: {face}"), {"face": view.own_die})
        return Message("")

    def rule_now(self, view: LiarsCupView) -> str:
        return "LC-6" if view.turn == "over" else "LC-3"

    def bot(self, name: str) -> Message:
        return Message(N_("careful")) if name == "careful" else super().bot(name)
