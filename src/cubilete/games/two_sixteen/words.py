"""What people read of 216: what happened, what can be done and what counts now.

Sentences come from a view or from a text of the notation alone, so they reveal nothing hidden.
"""

from cubilete.core.message import N_, Message, Say, SeatName
from cubilete.core.parts.words import Words
from cubilete.core.record import By
from cubilete.games.two_sixteen.position import table_text
from cubilete.games.two_sixteen.terms import IA, condition, help_name, help_offer, help_values
from cubilete.games.two_sixteen.view import TwoSixteenView

REROLL_TOLD = (
    N_("{who} rolls one die again: {dice}"),
    N_("{who} rolls two dice again: {dice}"),
    N_("{who} rolls all three dice again: {dice}"),
)

CLAIM_TOLD = {
    "": N_("{who} claims {objective}"),
    "points": N_("{who} claims {objective}, served, with the bonus in points"),
    "help": N_("{who} claims {objective}, served, and asks for a help as the bonus"),
}

REROLL_OFFERED = (
    N_("Roll one die again: {dice}"),
    N_("Roll two dice again: {dice}"),
    N_("Roll all three dice again"),
)

CLAIM_OFFERED = {
    "": N_("Claim {score}: {when}"),
    "points": N_("Claim {score} + {bonus}: {when}"),
    "help": N_("Claim {score} and a help: {when}"),
}

ASKED = {
    # The stage, whether an objective is met, and whether a help can be played.
    ("first", True, True): N_("Claim an objective, play a help or roll dice again."),
    ("first", True, False): N_("Claim an objective or roll dice again."),
    ("first", False, True): N_("Play a help or choose which dice to roll again."),
    ("first", False, False): N_("Choose which dice to roll again."),
    ("second", True, True): N_("Claim an objective, play a help or renounce."),
    ("second", True, False): N_("Claim an objective or renounce."),
    ("second", False, True): N_("Play a help or pass."),
    ("second", False, False): N_("No objective is met: pass."),
}


class TwoSixteenWords(Words[TwoSixteenView]):
    feel = Message(N_("Hunt objectives with three dice, and know when to spend a help."))

    # --- What happened ---

    def tell(self, who: str, by: By, text: str) -> Message:
        """An objective is called by its id: the text does not say its condition."""
        word, _, rest = text.partition(" ")
        if by == "chance":
            return tell_chance(word, rest)
        if word == "claim":
            objective, _, bonus = rest.partition(" ")
            return Message(CLAIM_TOLD[bonus], {"who": who, "objective": objective})
        if word == "ia":
            return Message(
                N_("{who} leaves {objective} to the IA"), {"who": who, "objective": rest}
            )
        if word == "reroll":
            template = REROLL_TOLD[rest.count(" ")]
            return Message(template, {"who": who, "dice": rest})
        if word == "help":
            return tell_help(who, rest)
        return Message(N_("{who} claims nothing: a help is due"), {"who": who})

    # --- What a button does ---

    def offer(self, view: TwoSixteenView, text: str) -> Message:
        word, _, rest = text.partition(" ")
        if word == "claim":
            return offer_claim(view, rest)
        if word == "ia":
            return Message(N_("The IA takes {score}: {when}"), card_values(view, rest))
        if word == "reroll":
            return Message(REROLL_OFFERED[rest.count(" ")], {"dice": rest})
        if word == "help":
            return help_offer(rest)
        return offer_pass(view)

    # --- What has to be done ---

    def ask(self, view: TwoSixteenView) -> Message:
        if view.turn != "seats":
            return Message("")
        if view.stage == "ia":
            return Message(N_("Choose which objective the IA takes."))
        return Message(ASKED[view.stage, view.meets_something, can_play_help(view)])

    def rule_now(self, view: TwoSixteenView) -> str:
        if view.turn == "over":
            return "216-13"
        if view.stage == "deal":
            return "216-1"
        if view.stage == "ia":
            return "216-15"
        if view.stage == "second":
            return "216-7" if view.meets_something else "216-8"
        if view.helped:
            return "216-4"
        return "216-3" if view.meets_something else "216-6"

    # --- What else counts ---

    def remark(self, view: TwoSixteenView) -> Message:
        values: dict[str, object] = {"round": round_words(view)}
        if view.turn == "over":
            return Message(N_("The game ended in round {round}"), {"round": view.round})
        if view.stage == "deal":
            return Message(N_("To {target} points · the offer is dealt"), {"target": view.target})
        if view.stage == "ia":
            return Message(N_("{round} · turn of the IA"), values)
        if view.stage == "second":
            return Message(N_("{round} · second roll: no bonus"), values)
        if view.helped:
            return Message(N_("{round} · first roll, with helps: no bonus"), values)
        if view.turn == "seats" and view.meets_something:
            return Message(N_("{round} · first roll: it is served, with a bonus"), values)
        return Message(N_("{round} · first roll"), values)

    def seat_note(self, view: TwoSixteenView, seat: int) -> Message:
        """How many helps a seat has; the number after the last seat is the IA's."""
        if seat == len(view.hands):
            return Message(N_("takes the lowest objective"))
        helps = view.hands[seat]
        if helps == 0:
            return Message(N_("no helps"))
        if helps == 1:
            return Message(N_("1 help"))
        return Message(N_("{helps} helps"), {"helps": helps})

    def extra_player(self, number: int) -> str:
        return IA

    def extra_player_wins(self, number: int) -> Message:
        return Message(N_("The AI wins"))

    def show(self, view: TwoSixteenView, say: Say = str) -> str:
        return table_text(view, say)


# --- Parts of what happened ---


def tell_chance(word: str, rest: str) -> Message:
    if word == "start":
        return Message(N_("{seat} has the first turn"), {"seat": SeatName(int(rest))})
    if word == "offer":
        return Message(N_("{objective} comes into the offer"), {"objective": rest})
    if word == "help":
        return Message(N_("A help is drawn: {help}"), {"help": help_name(rest)})
    if len(rest) == 1:
        return Message(N_("The die falls on {face}"), {"face": rest})
    return Message(N_("The dice fall on {dice}"), {"dice": rest})


def tell_help(who: str, rest: str) -> Message:
    use, _, face = rest.partition(" ")
    if use == "reroll-all":
        return Message(N_("{who} rolls all three dice again with a help"), {"who": who})
    if use == "reroll":
        return Message(N_("{who} rolls a {face} again with a help"), {"who": who, "face": face})
    return Message(
        N_("{who} plays “{help}”: a {face} becomes a {new}"),
        {"who": who, **help_values(use, face)},
    )


# --- Parts of what a button does ---


def offer_claim(view: TwoSixteenView, rest: str) -> Message:
    objective, _, bonus = rest.partition(" ")
    values = card_values(view, objective)
    if bonus == "help" and not view.helps_left:  # 216-11
        return Message(N_("Claim {score}, no help being left: {when}"), values)
    return Message(CLAIM_OFFERED[bonus], values)


def card_values(view: TwoSixteenView, name: str) -> dict[str, object]:
    card = next(card for card in view.offer if card is not None and card.id == name)
    return {"score": card.score, "bonus": card.bonus, "when": condition(card.when)}


def offer_pass(view: TwoSixteenView) -> Message:
    """216-7, 216-8: it is called renouncing if an objective is met."""
    if view.meets_something:
        if view.helps_left:
            return Message(N_("Renounce and draw a help"))
        return Message(N_("Renounce, no help being left"))
    if view.helps_left:
        return Message(N_("Pass and draw a help"))
    return Message(N_("Pass, no help being left"))


# --- Parts of what has to be done ---


def can_play_help(view: TwoSixteenView) -> bool:
    """The seat that acts knows whether a help can be used; the others, whether there is one."""
    if view.seat in view.to_act:
        return any(text.startswith("help ") for text in view.legal)
    return any(view.hands[seat] for seat in view.to_act)


def round_words(view: TwoSixteenView) -> Message:
    """216-13: once a seat has reached the target, a round is the last unless it ends in a tie."""
    if max(view.scores) >= view.target:
        return Message(N_("Round {number}, perhaps the last"), {"number": view.round})
    return Message(N_("Round {number}"), {"number": view.round})
