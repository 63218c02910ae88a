"""The notation of Pa' fuera: converts codes to texts and back."""

import re

from cubilete.core.state import CHANCE, unreadable
from cubilete.games.pa_fuera.tables import (
    ACCEPT,
    CALL,
    CONTENT,
    CUP_NUMBER,
    CUPS,
    DECLINE,
    FACE_SHIFT,
    KIND,
    ONE_FACE,
    PASS,
    PROPOSE,
    SEATS_AT_MOST,
    WITHDRAW,
)

FIRST = re.compile(r"first ([1-6](?: [1-6]){0,3})")
SHAKE = re.compile(r"shake ([1-6](?: [1-6]){0,4})")
CALLING = re.compile(r"call ([0-9])")
PROPOSING = re.compile(r"propose ([0-9])((?: [0-3]:[1-9]){1,4})")
ANSWER = re.compile(r"(accept|decline|withdraw) #([1-9][0-9]{0,4})")
ANSWERS = {"accept": ACCEPT, "decline": DECLINE, "withdraw": WITHDRAW}
WORDS = {kind: word for word, kind in ANSWERS.items()}


# --- Chance and table ---


def first_text(code: int) -> str:
    """The dice rolled for the start, in the order of the seats that roll."""
    dice = [code >> 3 * seat & 7 for seat in range(SEATS_AT_MOST)]
    return "first " + " ".join(str(die) for die in dice if die)


def parse_first(text: str, rolling: int) -> int:
    found = FIRST.fullmatch(text)
    seats = [seat for seat in range(SEATS_AT_MOST) if rolling >> seat & 1]
    faces = found[1].split(" ") if found else []
    if len(faces) != len(seats):
        raise unreadable(CHANCE, text)
    return sum(int(face) << 3 * seat for seat, face in zip(seats, faces, strict=True))


def shake_text(cup: int) -> str:
    return "shake " + faces_text(cup)


def parse_shake(text: str) -> int:
    found = SHAKE.fullmatch(text)
    if found is None:
        raise unreadable(CHANCE, text)
    faces = tuple(sorted(int(face) for face in found[1].split(" ")))
    return CUP_NUMBER[faces]


def faces_text(cup: int) -> str:
    return " ".join(str(face) for face in CUPS[cup])


def reveal_text(cups: list[int]) -> str:
    return "reveal " + " / ".join(faces_text(cup) or "-" for cup in cups)


# --- Decisions ---


def decision_text(code: int) -> str:
    kind, content = code & KIND, code & CONTENT
    if kind == PASS:
        return "pass"
    if kind in WORDS:
        return f"{WORDS[kind]} #{content}"
    face = content >> FACE_SHIFT
    if kind == CALL:
        return f"call {face}"
    shares = [content >> 4 * seat & 15 for seat in range(SEATS_AT_MOST)]
    return f"propose {face} " + " ".join(f"{seat}:{n}" for seat, n in enumerate(shares) if n)


def parse_decision(by: int, text: str) -> int:
    if text == "pass":
        return PASS
    if found := CALLING.fullmatch(text):
        return CALL + int(found[1]) * ONE_FACE
    if found := ANSWER.fullmatch(text):
        return ANSWERS[found[1]] + int(found[2])
    if found := PROPOSING.fullmatch(text):
        shares = [0] * SEATS_AT_MOST
        for share in found[2].split():
            shares[int(share[0])] = int(share[2])
        packed = sum(n << 4 * seat for seat, n in enumerate(shares))
        return PROPOSE + int(found[1]) * ONE_FACE + packed
    raise unreadable(by, text)
