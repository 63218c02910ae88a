"""How 216 looks in the browser: dice and offer on felt, the own hand on paper, the race below.

The buttons of all actions stand in one bar with three places, which never move: the dice, the claim
with points, the claim with a help card. A place where nothing can be done says why.
"""

from collections.abc import Iterator

from cubilete.core.parts.ending import Breakdown, Moment, Past, Throw
from cubilete.core.parts.page import Page, Scene
from cubilete.core.record import Event
from cubilete.games.two_sixteen.page import ending
from cubilete.games.two_sixteen.page.drawing import (
    Reason,
    claim_of,
    claim_texts,
    dice_after,
    die_after,
    hand_cards,
    help_card,
    help_texts,
    met_after,
    places,
    race,
    reason,
)
from cubilete.games.two_sixteen.page.guide import CARD, LESSON
from cubilete.games.two_sixteen.page.printout import TwoSixteenPrintout
from cubilete.games.two_sixteen.page.workshop import DeckWorkshop
from cubilete.games.two_sixteen.terms import condition, help_name
from cubilete.games.two_sixteen.view import TwoSixteenView
from cubilete.games.two_sixteen.words import TwoSixteenWords

WORDS = TwoSixteenWords()

PILE = 5
"""How many of the objectives that the IA has taken are shown."""

Legal = tuple[str, ...]
"""What the viewer can do now: nothing when the game is over or was given up."""


class TwoSixteenPage(Page[TwoSixteenView]):
    confirms = True
    card = CARD
    lesson = LESSON
    printout = TwoSixteenPrintout()
    workshop = DeckWorkshop()

    def stage(self, scene: Scene[TwoSixteenView]) -> list[str]:
        legal = () if scene.over else scene.view.legal
        why: Reason = ()
        if scene.seat is not None and not scene.over:
            why = reason(scene.view, scene.names)
        chunks = ['<section class="felt" aria-labelledby="t-dice">', *dice(scene, legal)]
        chunks += [*offer(scene, legal, why), "</section>"]
        if scene.seat is not None:
            chunks += [*hand(scene, scene.seat, legal, why), "</section>"]
        if why:
            chunks += actions(scene, legal, why)
        return [
            *chunks,
            '<div class="rest">',
            *automaton(scene),
            *standings(scene),
            *others(scene),
            "</div>",
        ]

    def choice_form(self, view: TwoSixteenView) -> str:
        return "reroll" if view.stage == "first" and view.legal else ""

    def elements(self, view: TwoSixteenView, text: str) -> tuple[str, ...]:
        verb, *rest = text.split(" ")
        if verb == "reroll":
            # The n-th die with this face, wherever it lies.
            return tuple(
                f'#reroll > :nth-child({rest[: place + 1].count(face)} of [data-face="{face}"])'
                for place, face in enumerate(rest)
            )
        if verb == "help":
            card = help_card(rest[0])
            return (f'[data-help="{card}"] > summary',) if card != "reroll-all" else ()
        return (f"#offer-{rest[0]}",) if verb == "claim" else ()

    def breakdown(self, view: TwoSixteenView, past: Past[TwoSixteenView]) -> Breakdown:
        return ending.breakdown(view, past)

    def throws(self, past: Past[TwoSixteenView]) -> Iterator[Throw]:
        return ending.throws(past)

    def moments(self, view: TwoSixteenView, event: Event) -> tuple[Moment, ...]:
        return ending.moments(view, event)


# --- Dice and offer ---


def dice(scene: Scene[TwoSixteenView], legal: Legal) -> list[str]:
    view, picked = scene.view, scene.picked
    shown = places(view, scene.history)
    chunks = [scene.fragment("dice_title")]
    if legal and view.stage == "first" and not picked:
        chunks.append(scene.form(scene.fragment("reroll_attributes"), verb="reroll"))
        chunks += [scene.fragment("dice_to_choose", shown), "</form>"]
    elif picked.startswith("help "):
        chunks.append(scene.fragment("dice_after", dice_after(shown, picked)))
    elif legal and view.stage == "first":
        chunks.append(scene.fragment("dice_to_return_to", shown))
    elif view.stage == "ia" and view.turn != "over":
        chunks.append(scene.fragment("turn_of_the_ia"))
    else:
        chunks.append(scene.fragment("dice", shown, bool(picked)))
    return chunks


def offer(scene: Scene[TwoSixteenView], legal: Legal, why: Reason) -> list[str]:
    view = scene.view
    over = view.turn == "over"
    served = view.stage == "first" and not view.helped
    new = {event.text for event in scene.outcomes}
    chunks = [scene.fragment("offer_title", view.objective_deck)]
    for card in view.offer:
        if card is None:
            chunks.append(scene.piece("taken"))
            continue
        texts = claim_texts(legal, card)
        text, _ = texts
        chunks.append(
            scene.piece(
                "offered",
                card,
                scene.say(condition(card.when)),
                card.met and not over,
                served or not legal,
                text,
                scene.offer(text) if text else "",
                bool(scene.picked) and scene.picked in texts,
                why,
                f"offer {card.id}" in new,
                scene.details,
            )
        )
    return [*chunks, "</ul>"]


# --- The own hand: no other viewer's page has it (216-12) ---


def hand(scene: Scene[TwoSixteenView], seat: int, legal: Legal, why: Reason) -> list[str]:
    view = scene.view
    owner = scene.names[seat] if scene.shares_device else ""
    warns = bool(legal and view.hand and view.stage == "first" and not view.helped)
    chunks = [scene.fragment("hand_title", seat, owner, warns)]
    if not view.hand:
        return [*chunks, scene.fragment("no_helps")]
    if why[:1] == ("dice",):
        why = ("set",)
    cards = hand_cards(view.hand)
    chunks.append(scene.fragment("hand_opening", len(cards)))
    for name, count, kinds in cards:
        texts = [text for kind in kinds for text in help_texts(legal, kind)]
        ways = tuple((text, scene.offer(text), *die_after(text)) for text in texts)
        picked = scene.picked if scene.picked in texts else ""
        words = ", ".join(scene.say(help_name(kind)) for kind in kinds)
        chunks.append(scene.piece("help", name, kinds, words, count, ways, picked, why))
    return [*chunks, "</div>"]


# --- The bar ---


def actions(scene: Scene[TwoSixteenView], legal: Legal, why: Reason) -> list[str]:
    """The buttons of everything that can be done, each in its place."""
    view, picked = scene.view, scene.picked
    claim = claim_of(view, legal, picked)
    met = met_after(view, picked) if legal and view.stage != "ia" else None
    words = None if met is None else tuple(scene.say(condition(card.when)) for card in met)
    labels = [scene.offer(text) if text else "" for text in (picked, claim.text, claim.help_text)]
    waits = why[0] if why[0] in ("turn", "ia") else ""
    chunks = [
        scene.form('class="actions slots"'),
        scene.fragment("met_line", words, picked.startswith("help "), view.helped),
    ]
    if picked.startswith("help "):
        chunks.append(scene.fragment("help_place", picked, labels[0], *die_after(picked)))
    elif picked.startswith("reroll "):  # chosen in the hints
        chunks.append(scene.fragment("picked_reroll", picked, labels[0]))
    elif waits or view.stage == "first":
        chunks.append(scene.fragment("reroll_place", bool(waits), bool(picked), why))
    else:
        only = legal == ("pass",)
        chunks.append(scene.fragment("pass_place", scene.offer("pass"), picked == "pass", only))
    chunks.append(scene.fragment("claim_place", claim, labels[1], picked, why))
    chunks.append(scene.fragment("help_claim_place", claim, labels[2], picked, why))
    return [*chunks, "</form>"]


# --- The race, and what everybody may know of the others ---


def standings(scene: Scene[TwoSixteenView]) -> list[str]:
    view, names = scene.view, scene.names
    runners = [
        (*((names[seat], True) if seat < len(names) else ("", False)), seat, *rest)
        for seat, *rest in race(view)
    ]
    return [
        scene.fragment("race_title", view.target),
        *scene.pieces("runner", runners),
        scene.fragment("decks", view.help_deck, sum(view.help_discards.values())),
    ]


def automaton(scene: Scene[TwoSixteenView]) -> list[str]:
    """The opponent of the solo game (216-15), with the objectives that it has taken."""
    view, number = scene.view, len(scene.names)
    if len(view.scores) == number:
        return []
    taken = tuple(
        (scene.say(line.takes), line.points)
        for told in reversed(scene.told)
        for line in told.lines
        if line.by == number and line.takes is not None
    )
    note = scene.say(WORDS.extra_note(view, 0))
    last = last_words(scene, number)
    pile = taken[:PILE], len(taken)
    return [scene.piece("automaton", number, view.scores[number], *pile, note, last)]


def last_words(scene: Scene[TwoSixteenView], number: int) -> str:
    """What a seat or the IA did last; "" if nothing."""
    lines = (line for told in reversed(scene.told) for line in reversed(told.lines))
    return next((scene.say(line.message) for line in lines if line.by == number), "")


def others(scene: Scene[TwoSixteenView]) -> list[str]:
    view = scene.view
    return scene.pieces(
        "other",
        [
            (
                name,
                seat,
                view.hands[seat],
                scene.say(WORDS.seat_note(view, seat)),
                last_words(scene, seat),
            )
            for seat, name in enumerate(scene.names)
            if seat != scene.seat
        ],
    )
