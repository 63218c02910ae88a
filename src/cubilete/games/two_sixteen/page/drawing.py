"""The values that the pieces of 216's page are drawn from."""

from collections.abc import Sequence

from cubilete.games.two_sixteen.tables import USES, changed
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

USES_OF = {"shift1": ("+1 ", "-1 "), "shift2": ("+2 ", "-2 "), "reroll-all": ("reroll-all",)}
"""How the texts of a help's uses begin; those of other helps begin with its name."""

Reason = tuple[str, ...]
"""Why something can't be touched, with the values of the sentence that says so. It is empty for
viewers who can never touch it."""


def reason(view: TwoSixteenView, names: Sequence[str]) -> Reason:
    """Why a seat can't take an objective that it has no legal action for."""
    if not view.legal:
        return "turn", ", ".join(names[seat] for seat in view.to_act)
    if view.stage == "ia":
        return ("ia",)
    if view.stage == "second":
        rule = "216-7"
    else:
        rule = "216-4" if view.helped else "216-3"
    return "dice", " ".join(map(str, view.dice)), rule


def claim_texts(legal: Sequence[str], card: Objective) -> tuple[str, str]:
    """How to take an objective, and how to take it with a help as the bonus; "" if illegal."""
    plain = (f"ia {card.id}", f"claim {card.id} points", f"claim {card.id}")
    for_help = f"claim {card.id} help"
    return (
        next((text for text in plain if text in legal), ""),
        for_help if for_help in legal else "",
    )


def help_texts(legal: Sequence[str], kind: str) -> list[str]:
    """The legal uses of a help."""
    return [
        text
        for start in USES_OF.get(kind, (f"{kind} ",))
        for text in legal
        if text.startswith(f"help {start}")
    ]


def help_kind(use: str) -> str:
    """The help that is used so."""
    for kind, starts in USES_OF.items():
        if f"{use} " in starts or use in starts:
            return kind
    return use


def die_after(text: str) -> tuple[int, int]:
    """The face of the die that a help is used on, and its new face; 0 if it is rolled, and both
    0 if all dice are."""
    use, _, face = text.removeprefix("help ").partition(" ")
    if not face:
        return 0, 0
    return int(face), changed(USES.index(use), int(face))


def dice_after(dice: Sequence[int], text: str) -> tuple[tuple[int, bool, int], ...]:
    """The dice after a help: each face, whether the help is used on it, and its new face."""
    face, new = die_after(text)
    place = dice.index(face) if face else -1
    return tuple(
        (shown, place in (-1, number), new if place in (-1, number) else 0)
        for number, shown in enumerate(dice)
    )


def race(view: TwoSixteenView) -> list[tuple[int, int, int, bool]]:
    """The leader first: seat, points, percentage of the target, whether it has won."""
    order = sorted(range(len(view.scores)), key=lambda seat: -view.scores[seat])
    return [
        (
            seat,
            view.scores[seat],
            min(100 * view.scores[seat] // view.target, 100),
            seat in view.winners,
        )
        for seat in order
    ]
