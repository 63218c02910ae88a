"""What people call the cards of 216: the conditions of objectives, and the helps."""

from cubilete.core.message import N_, Message
from cubilete.games.two_sixteen.conditions import SUM
from cubilete.games.two_sixteen.tables import USES, changed

IA = "IA"
"""The opponent of the solo game (216-15); the name is not translated."""

# --- Objectives (216-M2) ---

RELATION_WORDS = {
    "pair": N_("a pair"),
    "pair different": N_("a pair and one different"),
    "triple": N_("three of a kind"),
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
    """A condition in words, as a card has it: “a pair and its opposite”."""
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
    """A grey condition in words; `faces` are one to three, ascending, without the “?”."""
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
    "reroll": N_("reroll one die"),
    "reroll-all": N_("reroll all three"),
}


def help_name(card: str) -> Message:
    """The text of a help card."""
    if card in HELP_WORDS:
        return Message(HELP_WORDS[card])
    return Message(N_("set a die to {face}"), {"face": card.removeprefix("set")})


def help_offer(text: str) -> Message:
    """The use of a help, as a button offers it: “reroll-all”, “-1 5”."""
    use, _, face = text.partition(" ")
    if use == "reroll-all":
        return Message(N_("Reroll all three with a help card"))
    if use == "reroll":
        return Message(N_("Reroll a {face} with a help card"), {"face": face})
    return Message(N_("Play “{help}”: a {face} becomes a {new}"), help_values(use, face))


def help_values(use: str, face: str) -> dict[str, object]:
    """The help, the face of a die and its new face, for a use that does not roll."""
    new = changed(USES.index(use), int(face))
    if use[0] in "+-":
        return {"help": use.replace("-", "−"), "face": face, "new": new}
    return {"help": help_name(use), "face": face, "new": new}
