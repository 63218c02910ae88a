"""What people read of 216: what happened, what can be done and what counts now.

Sentences come from a view or from a text of the notation alone, so they reveal nothing hidden.
"""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, Say, SeatName, plain_dice
from cubilete.core.parts.chronicle import Chronicle
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.words import Words
from cubilete.core.record import By
from cubilete.games.two_sixteen.chronicle import TwoSixteenChronicle
from cubilete.games.two_sixteen.material import cards_of
from cubilete.games.two_sixteen.position import table_text
from cubilete.games.two_sixteen.setup import HEAD_STARTS
from cubilete.games.two_sixteen.terms import IA, condition, help_name, help_offer, help_values
from cubilete.games.two_sixteen.view import TwoSixteenView

REROLL_TOLD = (
    N_("{who} rerolls a die: {dice}"),
    N_("{who} rerolls two dice: {dice}"),
    N_("{who} rerolls all three dice: {dice}"),
)

CLAIM_TOLD = {
    "": N_("{who} claims {objective}"),
    "points": N_("{who} claims {objective}, served, for the extra points"),
    "help": N_("{who} claims {objective}, served, for a help card"),
}

REROLL_OFFERED = (
    N_("Reroll one die: {dice}"),
    N_("Reroll two dice: {dice}"),
    N_("Reroll all three dice"),
)

CLAIM_OFFERED = {
    "": N_("Claim for {score}: {when}"),
    "points": N_("Claim for {score} + {bonus}: {when}"),
    "help": N_("Claim for {score} and a help card: {when}"),
}

ASKED = {
    # The stage, whether an objective is met, and whether a help can be played.
    ("first", True, True): N_("Claim an objective, play a help card or reroll."),
    ("first", True, False): N_("Claim an objective or reroll."),
    ("first", False, True): N_("No objective yet: play a help card or choose dice to reroll."),
    ("first", False, False): N_("No objective yet: choose which dice to reroll."),
    ("second", True, True): N_("Claim an objective, play a help card or take one instead."),
    ("second", True, False): N_("Claim an objective, or take a help card instead."),
    ("second", False, True): N_("Play a help card or pass."),
    ("second", False, False): N_("Pass: you meet no objective."),
}

DIFFICULTIES = {
    "box": N_("as in the box: no head start"),
    "easy": N_("easy: it starts with {points} points"),
    "medium": N_("medium: it starts with {points} points"),
    "hard": N_("hard: it starts with {points} points"),
}


class TwoSixteenWords(Words[TwoSixteenView]):
    feel = Message(
        N_("Three dice, four objectives in sight, and a help card for the right moment.")
    )

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
                N_("{who} leaves {objective} to the AI"), {"who": who, "objective": rest}
            )
        if word == "reroll":
            template = REROLL_TOLD[rest.count(" ")]
            return Message(template, {"who": who, "dice": plain_dice(rest)})
        if word == "help":
            return tell_help(who, rest)
        return Message(N_("{who} claims nothing"), {"who": who})

    def chronicle(self, names: Sequence[str], setup: Setup) -> Chronicle:
        return TwoSixteenChronicle(self.tell, names, cards_of(setup.material))

    # --- What a button does ---

    def offer(self, view: TwoSixteenView, text: str) -> Message:
        word, _, rest = text.partition(" ")
        if word == "claim":
            return offer_claim(view, rest)
        if word == "ia":
            return Message(N_("The AI takes {score}: {when}"), card_values(view, rest))
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
            return Message(N_("Choose which objective the AI takes."))
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
            return Message(N_("To {target} points · dealing the offer"), {"target": view.target})
        if view.stage == "ia":
            return Message(N_("{round} · the AI's turn"), values)
        if view.stage == "second":
            return Message(N_("{round} · second roll: no bonus"), values)
        if view.helped:
            return Message(N_("{round} · first roll, with help cards: no bonus"), values)
        if view.turn == "seats" and view.meets_something:
            return Message(N_("{round} · first roll: served, with a bonus"), values)
        return Message(N_("{round} · first roll"), values)

    def seat_note(self, view: TwoSixteenView, seat: int) -> Message:
        """How many helps a seat has; the number after the last seat is the IA's."""
        if seat == len(view.hands):
            return Message(N_("takes the objective with the fewest points"))
        helps = view.hands[seat]
        if helps == 0:
            return Message(N_("no help cards"))
        return Message(N_("1 help card", "{count} help cards"), count=helps)

    def extra_player(self, number: int) -> str:
        return IA

    def extra_player_said(self, number: int) -> Message:
        return Message(N_("the AI"))

    def extra_note(self, view: TwoSixteenView, number: int) -> Message:
        return self.seat_note(view, len(view.hands) + number)

    def choice(self, option: str, choice: str) -> Message:
        """216-17: what a difficulty of the solo game is called, with its head start."""
        points = dict(HEAD_STARTS)[choice]
        return Message(DIFFICULTIES[choice], {"points": points})

    def show(self, view: TwoSixteenView, say: Say = str) -> str:
        return table_text(view, say)


# --- Parts of what happened ---


def tell_chance(word: str, rest: str) -> Message:
    if word == "start":
        return Message(N_("{seat} starts"), {"seat": SeatName(int(rest))})
    if word == "offer":
        return Message(N_("{objective} comes into the offer"), {"objective": rest})
    if word == "help":
        return Message(N_("Help card drawn: {help}"), {"help": help_name(rest)})
    if len(rest) == 1:
        return Message(N_("The die shows {face}"), {"face": plain_dice(rest)})
    return Message(N_("The dice show {dice}"), {"dice": plain_dice(rest)})


def tell_help(who: str, rest: str) -> Message:
    use, _, face = rest.partition(" ")
    if use == "reroll-all":
        return Message(N_("{who} plays a help card and rerolls all three dice"), {"who": who})
    if use == "reroll":
        return Message(
            N_("{who} plays a help card and rerolls a {face}"), {"who": who, "face": face}
        )
    return Message(
        N_("{who} plays “{help}”: a {face} becomes a {new}"),
        {"who": who, **help_values(use, face)},
    )


# --- Parts of what a button does ---


def offer_claim(view: TwoSixteenView, rest: str) -> Message:
    objective, _, bonus = rest.partition(" ")
    values = card_values(view, objective)
    if bonus == "help" and not view.helps_left:  # 216-11
        return Message(N_("Claim for {score} (no help cards left): {when}"), values)
    return Message(CLAIM_OFFERED[bonus], values)


def card_values(view: TwoSixteenView, name: str) -> dict[str, object]:
    card = next(card for card in view.offer if card is not None and card.id == name)
    return {"score": card.score, "bonus": card.bonus, "when": condition(card.when)}


def offer_pass(view: TwoSixteenView) -> Message:
    """216-7, 216-8: it is called renouncing if an objective is met."""
    if view.meets_something:
        if view.helps_left:
            return Message(N_("Take a help card instead"))
        return Message(N_("Give it up (no help cards left)"))
    if view.helps_left:
        return Message(N_("Pass and take a help card"))
    return Message(N_("Pass (no help cards left)"))


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
