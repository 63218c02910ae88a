"""The words for the things of Pa' fuera: tokens, dice, faces, shares and lists of players."""

from collections.abc import Sequence

from cubilete.core.message import N_, Message, SeatName


def tokens(number: int) -> Message:
    if number == 0:
        return Message(N_("no tokens"))
    return Message(N_("1 token", "{count} tokens"), count=number)


def dice(number: int) -> Message:
    if number == 0:
        return Message(N_("no dice"))
    return Message(N_("1 die", "{count} dice"), count=number)


def faces(cup: Sequence[int] | Sequence[str]) -> str:
    return " ".join(str(face) for face in cup)


def read_shares(texts: list[str]) -> dict[int, int]:
    """What each seat pays, from the notation: "0:1", "2:2"."""
    pairs = [text.split(":") for text in texts]
    return {int(seat): int(paid) for seat, paid in pairs}


def payments(shares: dict[int, int]) -> Message:
    """What each seat pays, in a sentence."""
    paid = [
        Message(N_("{seat} pays {tokens}"), {"seat": SeatName(seat), "tokens": paid})
        for seat, paid in shares.items()
    ]
    return chain(paid, ", ")


def chain(parts: Sequence[Message], separator: str) -> Message:
    """Messages joined by a separator that is the same in every language."""
    row = parts[0]
    for part in parts[1:]:
        row = Message("{row}" + separator + "{part}", {"row": row, "part": part})
    return row
