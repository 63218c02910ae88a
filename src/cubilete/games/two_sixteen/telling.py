"""216 in words: its cards, what happened, what can be done and what counts now.

Everything is said from a view or a text of the notation alone, so nothing hidden is told.
"""

from cubilete.core.message import N_, Message, SeatName
from cubilete.core.record import By
from cubilete.games.two_sixteen.conditions import SUM
from cubilete.games.two_sixteen.tables import USES, changed
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

NOTHING_TO_SAY = Message("")


# --- Objectives (216-M2) ---

RELATION_WORDS = {
    "pair": N_("a pair"),
    "pair different": N_("a pair and a different third die"),
    "triple": N_("a triple"),
    "different": N_("all different"),
    "pair opposite": N_("a pair and its opposite"),
    "two opposite": N_("two opposite faces"),
    "straight": N_("a straight"),
}

SUM_WORDS = {
    ("sum", "="): N_("a sum of {number}"),
    ("sum", ">="): N_("a sum of {number} or more"),
    ("sum", "<="): N_("a sum of {number} or less"),
    ("two", "="): N_("two dice add up to {number}"),
    ("two", ">="): N_("two dice add up to {number} or more"),
    ("two", "<="): N_("two dice add up to {number} or less"),
}


def condition(when: str) -> Message:
    """What an objective asks of the dice, for its card: “a pair and its opposite”."""
    if when in RELATION_WORDS:
        return Message(RELATION_WORDS[when])
    addition = SUM.fullmatch(when)
    if addition is not None:
        return Message(SUM_WORDS[addition[1], addition[2]], {"number": addition[3]})
    if when.startswith("no "):
        return absent_faces(when.split(" ")[1:])
    return exact_faces([face for face in when.split(" ") if face != "?"])


def absent_faces(faces: list[str]) -> Message:
    *others, last = faces
    if not others:
        return Message(N_("no {last}"), {"last": last})
    return Message(N_("no {faces} or {last}"), {"faces": ", ".join(others), "last": last})


def exact_faces(faces: list[str]) -> Message:
    """The faces that a grey card shows, one to three of them, ascending."""
    single = [face for face in faces if faces.count(face) == 1]
    values: dict[str, object] = dict(zip(("first", "second", "third"), single, strict=False))
    if len(single) == len(faces):
        templates = (
            N_("a {first}"),
            N_("a {first} and a {second}"),
            N_("a {first}, a {second} and a {third}"),
        )
        return Message(templates[len(faces) - 1], values)
    equal = next(face for face in faces if face not in single)
    if faces.count(equal) == 3:
        return Message(N_("three {face}s"), {"face": equal})
    if single:
        return Message(N_("a pair of {face}s and a {first}"), {"face": equal, **values})
    return Message(N_("a pair of {face}s"), {"face": equal})


# --- Helps (216-M5) ---

HELP_WORDS = {
    "shift1": N_("±1 on a die"),
    "shift2": N_("±2 on a die"),
    "opposite": N_("opposite face"),
    "reroll": N_("roll a die again"),
    "reroll-all": N_("roll all three again"),
}


def help_name(card: str) -> Message:
    """What a help card says."""
    if card in HELP_WORDS:
        return Message(HELP_WORDS[card])
    return Message(N_("make it a {face}"), {"face": card.removeprefix("set")})


def change(use: str, face: str) -> dict[str, object]:
    """What a help that doesn't roll makes of a die that shows this face."""
    new = changed(USES.index(use), int(face))
    if use[0] in "+-":
        return {"help": use.replace("-", "−"), "face": face, "new": new}
    return {"help": help_name(use), "face": face, "new": new}


# --- What happened ---

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


def tell(who: str, by: By, text: str) -> Message:
    """What happened. Which condition an objective has is on its card, not in the text."""
    word, _, rest = text.partition(" ")
    if by == "chance":
        return tell_chance(word, rest)
    if word == "claim":
        objective, _, bonus = rest.partition(" ")
        return Message(CLAIM_TOLD[bonus], {"who": who, "objective": objective})
    if word == "ia":
        return Message(N_("{who} leaves {objective} to the IA"), {"who": who, "objective": rest})
    if word == "reroll":
        template = REROLL_TOLD[rest.count(" ")]
        return Message(template, {"who": who, "dice": rest})
    if word == "help":
        return tell_help(who, rest)
    return Message(N_("{who} claims nothing: a help is due"), {"who": who})


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
        N_("{who} plays “{help}”: a {face} becomes a {new}"), {"who": who, **change(use, face)}
    )


def faces_fallen(text: str) -> tuple[int, ...]:
    word, *faces = text.split(" ")
    return tuple(map(int, faces)) if word == "roll" else ()


# --- What a button offers ---

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


def offer(view: TwoSixteenView, text: str) -> Message:
    word, _, rest = text.partition(" ")
    if word == "claim":
        return offer_claim(view, rest)
    if word == "ia":
        return Message(N_("The IA takes {score}: {when}"), card_values(view, rest))
    if word == "reroll":
        return Message(REROLL_OFFERED[rest.count(" ")], {"dice": rest})
    if word == "help":
        return offer_help(rest)
    return offer_pass(view)


def offer_claim(view: TwoSixteenView, rest: str) -> Message:
    objective, _, bonus = rest.partition(" ")
    values = card_values(view, objective)
    if bonus == "help" and not helps_left(view):  # 216-11
        return Message(N_("Claim {score}, no help being left: {when}"), values)
    return Message(CLAIM_OFFERED[bonus], values)


def card_values(view: TwoSixteenView, name: str) -> dict[str, object]:
    card = next(card for card in on_offer(view) if card.id == name)
    return {"score": card.score, "bonus": card.bonus, "when": condition(card.when)}


def offer_help(rest: str) -> Message:
    use, _, face = rest.partition(" ")
    if use == "reroll-all":
        return Message(N_("Roll all three dice again with a help"))
    if use == "reroll":
        return Message(N_("Roll a {face} again with a help"), {"face": face})
    return Message(N_("Play “{help}”: a {face} becomes a {new}"), change(use, face))


def offer_pass(view: TwoSixteenView) -> Message:
    """216-7, 216-8: who meets an objective renounces it."""
    if meets_something(view):
        if helps_left(view):
            return Message(N_("Renounce and draw a help"))
        return Message(N_("Renounce, no help being left"))
    if helps_left(view):
        return Message(N_("Pass and draw a help"))
    return Message(N_("Pass, no help being left"))


# --- What is to be done ---

ASKED = {
    # The roll, whether an objective is met, and whether a help can be played.
    ("first", True, True): N_("Claim an objective, play a help or roll dice again."),
    ("first", True, False): N_("Claim an objective or roll dice again."),
    ("first", False, True): N_("Play a help or choose which dice to roll again."),
    ("first", False, False): N_("Choose which dice to roll again."),
    ("second", True, True): N_("Claim an objective, play a help or renounce."),
    ("second", True, False): N_("Claim an objective or renounce."),
    ("second", False, True): N_("Play a help or pass."),
    ("second", False, False): N_("No objective is met: pass."),
}


def ask(view: TwoSixteenView) -> Message:
    if view.turn != "seats":
        return NOTHING_TO_SAY
    if view.stage == "ia":
        return Message(N_("Choose which objective the IA takes."))
    return Message(ASKED[view.stage, meets_something(view), has_helps(view)])


def has_helps(view: TwoSixteenView) -> bool:
    """Who acts knows whether a help can be used; the others, whether there is one."""
    if view.seat in view.to_act:
        return any(text.startswith("help ") for text in view.legal)
    return any(view.hands[seat] for seat in view.to_act)


def rule_now(view: TwoSixteenView) -> str:
    if view.turn == "over":
        return "216-13"
    if view.stage == "deal":
        return "216-1"
    if view.stage == "ia":
        return "216-15"
    if view.stage == "second":
        return "216-7" if meets_something(view) else "216-8"
    if view.helped:
        return "216-4"
    return "216-3" if meets_something(view) else "216-6"


# --- What else counts ---


def remark(view: TwoSixteenView) -> Message:
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
    if view.turn == "seats" and meets_something(view):
        return Message(N_("{round} · first roll: it is served, with a bonus"), values)
    return Message(N_("{round} · first roll"), values)


def round_words(view: TwoSixteenView) -> Message:
    """216-13: once somebody has reached the target, a round is the last unless it ends level."""
    if max(view.scores) >= view.target:
        return Message(N_("Round {number}, perhaps the last"), {"number": view.round})
    return Message(N_("Round {number}"), {"number": view.round})


def seat_note(view: TwoSixteenView, seat: int) -> Message:
    """How many helps a seat has; in the solo game the IA follows the only seat."""
    if seat == len(view.hands):
        return Message(N_("takes the lowest objective"))
    helps = view.hands[seat]
    if helps == 0:
        return Message(N_("no helps"))
    if helps == 1:
        return Message(N_("1 help"))
    return Message(N_("{helps} helps"), {"helps": helps})


# --- What the sentences depend on ---


def on_offer(view: TwoSixteenView) -> list[Objective]:
    return [card for card in view.offer if card is not None]


def meets_something(view: TwoSixteenView) -> bool:
    return any(card.met for card in on_offer(view))


def helps_left(view: TwoSixteenView) -> bool:
    """216-11: whether a help can be drawn; an empty deck is rebuilt from its discards."""
    return view.help_deck > 0 or bool(view.help_discards)
