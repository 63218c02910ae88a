"""What people call the things of Pa' fuera, one or several of them."""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, SeatName


def tokens(number: int) -> Message:
    if number == 0:
        return Message(N_("no tokens"))
    return Message(N_("1 token") if number == 1 else N_("{number} tokens"), {"number": number})


def dice(number: int) -> Message:
    if number == 0:
        return Message(N_("no dice"))
    return Message(N_("1 die") if number == 1 else N_("{number} dice"), {"number": number})


def faces(cup: Sequence[int] | Sequence[str]) -> str:
    return " ".join(str(face) for face in cup)


def listing(seats: Sequence[SeatName | str]) -> Message:
    """“A”, “A and B”, “A, B and C”."""
    names = [Message("{name}", {"name": seat}) for seat in seats]
    if len(names) == 1:
        return names[0]
    return Message(N_("{first} and {last}"), {"first": chain(names[:-1], ", "), "last": names[-1]})


def chain(parts: Sequence[Message], separator: str) -> Message:
    """Sentences one after the other; the separator is the same in every language."""
    row = parts[0]
    for part in parts[1:]:
        row = Message("{row}" + separator + "{part}", {"row": row, "part": part})
    return row
