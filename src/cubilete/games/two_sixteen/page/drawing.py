"""The values that the pieces of 216's page are drawn from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cubilete.core.record import Event
from cubilete.games.two_sixteen.conditions import ascending, is_met
from cubilete.games.two_sixteen.tables import USES, changed
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

DICE = 3
USES_OF = {"shift1": ("+1 ", "-1 "), "shift2": ("+2 ", "-2 "), "reroll-all": ("reroll-all",)}
"""How the texts of a help's uses begin; those of other helps begin with its name."""
SET = "set"
"""How the names of the helps begin that set a die to a face. The hand shows them as one card."""

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


# --- Dice ---


def places(view: TwoSixteenView, history: Sequence[Event]) -> tuple[int, ...]:
    """The dice where they lie, 0 for one that is about to be rolled.

    The view has them in ascending order. A die that is rolled again or changed by a help comes
    back to its place, so the events since all dice were rolled say where each is. Of equal dice
    the first is the one that was rolled again.
    """
    shown = placed(reversed(history))
    if sorted(face for face in shown if face) == list(view.dice):
        return shown
    return (*view.dice, *(0,) * (DICE - len(view.dice)))


def placed(events: Iterable[Event]) -> tuple[int, ...]:
    shown = [0] * DICE
    for event in events:
        verb, *words = event.text.split(" ")
        if verb == "roll":
            faces = list(map(int, words))
            shown = [face or (faces.pop(0) if faces else 0) for face in shown]
        elif verb == "help" and isinstance(event.by, int):
            face, new = die_after(event.text)
            lift(shown, [face] if face else list(shown), new)
        elif verb == "reroll":
            lift(shown, map(int, words), 0)
        elif verb in ("claim", "pass", "ia"):
            shown = [0] * DICE
    return tuple(shown)


def lift(shown: list[int], faces: Iterable[int], new: int) -> None:
    """Puts `new` where dice with these faces lie."""
    for face in faces:
        if face in shown:
            shown[shown.index(face)] = new


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


# --- Objectives ---


def claim_texts(legal: Sequence[str], card: Objective) -> tuple[str, str]:
    """How to take an objective, and how to take it with a help as the bonus; "" if illegal."""
    plain = (f"ia {card.id}", f"claim {card.id} points", f"claim {card.id}")
    for_help = f"claim {card.id} help"
    return (
        next((text for text in plain if text in legal), ""),
        for_help if for_help in legal else "",
    )


@dataclass(frozen=True)
class Claim:
    """The objective that the buttons speak of."""

    card: Objective | None = None
    text: str = ""
    """The action that takes it; "" if there is none."""
    help_text: str = ""
    """The same with a help as the bonus."""


def claim_of(view: TwoSixteenView, legal: Sequence[str], picked: str) -> Claim:
    """The one that is previewed, else the one that gives most."""
    words = picked.split(" ")
    offers = [Claim(card, *claim_texts(legal, card)) for card in view.offer if card is not None]
    possible = [offer for offer in offers if offer.text]
    if words[0] in ("claim", "ia"):
        possible = [offer for offer in possible if offer.card and offer.card.id == words[1]]
    elif view.stage == "ia":
        return Claim()
    return max(possible, key=lambda offer: offer.card.score if offer.card else 0, default=Claim())


def met_after(view: TwoSixteenView, picked: str) -> tuple[Objective, ...] | None:
    """The objectives that the dice meet after the help that is previewed, else now; None if the
    dice are about to be rolled."""
    dice = view.dice
    if picked.startswith("help "):
        face, new = die_after(picked)
        if not new:
            return None
        place = dice.index(face)
        dice = (*dice[:place], new, *dice[place + 1 :])
    if len(dice) != DICE:
        return None
    roll = ascending((dice[0], dice[1], dice[2]))
    return tuple(card for card in view.offer if card is not None and is_met(card.when, roll))


# --- Helps ---


def hand_cards(hand: dict[str, int]) -> list[tuple[str, int, tuple[str, ...]]]:
    """The cards of a hand: a name, how many helps it stands for, and their kinds."""
    found: dict[str, list[str]] = {}
    for kind in hand:
        found.setdefault(SET if kind.startswith(SET) else kind, []).append(kind)
    return [
        (name, sum(hand[kind] for kind in kinds), tuple(kinds)) for name, kinds in found.items()
    ]


def help_texts(legal: Sequence[str], kind: str) -> list[str]:
    """The legal uses of a help."""
    return [
        text
        for start in USES_OF.get(kind, (f"{kind} ",))
        for text in legal
        if text.startswith(f"help {start}")
    ]


def help_card(use: str) -> str:
    """The name of the card that is used so."""
    for kind, starts in USES_OF.items():
        if f"{use} " in starts or use in starts:
            return kind
    return SET if use.startswith(SET) else use


# --- The race, and the others ---


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
