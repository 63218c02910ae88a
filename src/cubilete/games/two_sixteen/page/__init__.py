"""How 216 looks in the browser: dice and offer on felt, the own hand on paper, the race below."""

from collections.abc import Iterator

from cubilete.core.parts.ending import Breakdown, Moment, Past, Throw
from cubilete.core.parts.page import Page, Scene, places_of
from cubilete.core.record import Event
from cubilete.games.two_sixteen.page import ending
from cubilete.games.two_sixteen.page.drawing import (
    Reason,
    claim_texts,
    dice_after,
    die_after,
    help_kind,
    help_texts,
    race,
    reason,
)
from cubilete.games.two_sixteen.terms import condition, help_name
from cubilete.games.two_sixteen.view import TwoSixteenView
from cubilete.games.two_sixteen.words import TwoSixteenWords

WORDS = TwoSixteenWords()

PILE = 5
"""How many of the objectives that the IA has taken are shown."""

Legal = tuple[str, ...]
"""What the viewer can do now: nothing when the game is over or was given up."""


class TwoSixteenPage(Page[TwoSixteenView]):
    def stage(self, scene: Scene[TwoSixteenView]) -> list[str]:
        legal = () if scene.over else scene.view.legal
        why: Reason = ()
        if scene.seat is not None and not scene.over:
            why = reason(scene.view, scene.names)
        chunks = ['<section class="felt" aria-labelledby="t-dice">', *dice(scene, legal)]
        chunks += [*offer(scene, legal, why), "</section>"]
        if scene.seat is not None:
            chunks += [*hand(scene, scene.seat, legal, why), "</section>"]
        if legal and not scene.picked:
            chunks += actions(scene)
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
            places = places_of(view.dice, map(int, rest))
            return tuple(f"#reroll > label:nth-of-type({place + 1})" for place in places)
        return (f"#ayuda-{help_kind(rest[0])} > summary",) if verb == "help" else ()

    def breakdown(self, view: TwoSixteenView, past: Past[TwoSixteenView]) -> Breakdown:
        return ending.breakdown(view, past)

    def throws(self, past: Past[TwoSixteenView]) -> Iterator[Throw]:
        return ending.throws(past)

    def moments(self, view: TwoSixteenView, event: Event) -> tuple[Moment, ...]:
        return ending.moments(view, event)


# --- Dice and offer ---


def dice(scene: Scene[TwoSixteenView], legal: Legal) -> list[str]:
    view, picked = scene.view, scene.picked
    chunks = [scene.fragment("dice_title")]
    if legal and view.stage == "first" and not picked:
        chunks.append(scene.form(scene.fragment("reroll_attributes"), verb="reroll"))
        chunks += [scene.fragment("dice_to_choose", view.dice), "</form>"]
    elif picked.startswith("help "):
        chunks.append(scene.fragment("dice_after", dice_after(view.dice, picked)))
    elif legal and view.stage == "first":
        chunks.append(scene.fragment("dice_to_return_to", view.dice))
    elif view.dice:
        chunks.append(scene.fragment("dice", view.dice, bool(picked)))
    elif view.stage == "ia" and view.turn != "over":
        chunks.append(scene.fragment("turn_of_the_ia"))
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
        text, help_text = texts
        chunks.append(
            scene.piece(
                "offered",
                card,
                scene.say(condition(card.when)),
                card.met and not over,
                served or not legal,
                text,
                scene.offer(text) if text else "",
                help_text,
                scene.offer(help_text) if help_text else "",
                scene.picked if scene.picked in texts else "",
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
    chunks = [scene.fragment("hand_title", seat, owner)]
    if not view.hand:
        return [*chunks, scene.fragment("no_helps")]
    if why[:1] == ("dice",):
        why = ("set",)
    chunks.append('<div class="hand">')
    for kind, count in view.hand.items():
        texts = help_texts(legal, kind)
        ways = tuple((text, scene.offer(text), *die_after(text)) for text in texts)
        picked = scene.picked if scene.picked in texts else ""
        chunks.append(
            scene.piece("help", kind, scene.say(help_name(kind)), count, ways, picked, why)
        )
    chunks.append("</div>")
    if legal and view.stage == "first" and not view.helped:
        chunks.append(scene.fragment("no_bonus_with_helps"))
    return chunks


# --- Other actions ---


def actions(scene: Scene[TwoSixteenView]) -> list[str]:
    view = scene.view
    if view.stage == "first":
        return [scene.fragment("reroll_buttons")]
    if view.legal == ("pass",):
        form = scene.form('class="actions"')
        return [form, scene.fragment("pass_button", scene.offer("pass")), "</form>"]
    if "pass" in view.legal:
        return [scene.fragment("pass_target", scene.offer("pass"))]
    return []


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
