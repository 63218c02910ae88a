"""The position of 216 as plain text."""

from cubilete.core.message import N_, Listing, Message, Say
from cubilete.games.two_sixteen.terms import condition, help_name
from cubilete.games.two_sixteen.view import Objective, TwoSixteenView

ROLL_WORDS = {
    # By the stage, and whether a help was used.
    ("first", False): N_("first roll"),
    ("first", True): N_("first roll, with help cards"),
    ("second", False): N_("second roll"),
    ("second", True): N_("second roll, with help cards"),
}


def table_text(view: TwoSixteenView, say: Say = str) -> str:
    round_and_target: dict[str, object] = {"round": view.round, "target": view.target}
    lines = [say(Message(N_("Round {round}, to {target} points"), round_and_target))]
    lines += player_lines(view, say)
    lines.append(say(Message(N_("Offer"))))
    lines += offer_lines(view, say)
    lines += deck_lines(view, say)
    if view.hand is not None:
        lines.append(say(Message(N_("Hand: {helps}"), {"helps": helps_text(view.hand, say)})))
    if view.dice:
        dice = " ".join(str(face) for face in view.dice)
        roll = Message(ROLL_WORDS[view.stage, view.helped])
        lines.append(say(Message(N_("Dice: {dice} ({roll})"), {"dice": dice, "roll": roll})))
    if view.winners:
        winners = Listing(seat_name(view, seat, say) for seat in view.winners)
        lines.append(say(Message(N_("Won by: {players}"), {"players": winners})))
    return "\n".join(lines)


def seat_name(view: TwoSixteenView, seat: int, say: Say) -> str:
    if seat == len(view.hands):
        return say(Message(N_("The AI")))
    return say(Message(N_("seat {seat}"), {"seat": seat + 1}))


def player_lines(view: TwoSixteenView, say: Say) -> list[str]:
    names = [seat_name(view, seat, say) for seat in range(len(view.scores))]
    width = max(len(name) for name in names)
    lines = []
    for seat, name in enumerate(names):
        values: dict[str, object] = {"points": f"{view.scores[seat]:>3}"}
        if seat < len(view.hands):
            values["helps"] = view.hands[seat]
            noted = say(Message(N_("points: {points}, help cards: {helps}"), values))
        else:
            noted = say(Message(N_("points: {points}"), values))
        mark = ">" if seat in view.to_act else " "
        lines.append(f"{mark} {name:<{width}}  {noted}")
    return lines


def offer_lines(view: TwoSixteenView, say: Say) -> list[str]:
    words = [say(condition(card.when)) if card is not None else "" for card in view.offer]
    width = max(len(when) for when in words)
    return [
        "  -" if card is None else objective_line(card, when.ljust(width))
        for card, when in zip(view.offer, words, strict=True)
    ]


def objective_line(card: Objective, when: str) -> str:
    """A line of the offer; a star marks an objective that the dice meet."""
    mark = "*" if card.met else " "
    return f"{mark} {card.id:<6} {when} {card.score:>3} +{card.bonus:<3} {card.rolls:>3}/216"


def deck_lines(view: TwoSixteenView, say: Say) -> list[str]:
    discarded = len(view.objective_discards), sum(view.help_discards.values())
    return [
        say(
            Message(
                N_("Objectives in the deck: {deck}, discarded: {discarded}"),
                {"deck": view.objective_deck, "discarded": discarded[0]},
            )
        ),
        say(
            Message(
                N_("Help cards in the deck: {deck}, discarded: {discarded}"),
                {"deck": view.help_deck, "discarded": discarded[1]},
            )
        ),
    ]


def helps_text(helps: dict[str, int], say: Say) -> str:
    names = [
        say(help_name(card)) + (f" ×{count}" if count > 1 else "") for card, count in helps.items()
    ]
    return ", ".join(names) or say(Message(N_("no help cards")))
