"""Words: every sentence about every position and event can be said."""

from functools import partial

from cubilete.core.check.fault import guarded, hold
from cubilete.core.check.positions import some
from cubilete.core.check.sentences import Sentences
from cubilete.core.game import AnyGame
from cubilete.core.match import Match, Story
from cubilete.core.message import Message
from cubilete.core.record import Event
from cubilete.core.rng import Rng
from cubilete.core.view import View

OFFERS = 40
"""How many legal actions of a view are put into words."""


def check_words(game: AnyGame, view: View, seats: int, sentences: Sentences, rng: Rng) -> None:
    """All that is said of one view."""
    words = game.words

    def check(call: str, message: Message, empty: bool = True) -> None:
        sentences.check(message, call, empty=empty, seats=seats)

    with guarded("words.ask()"):
        check("words.ask()", words.ask(view))
    with guarded("words.remark()"):
        check("words.remark()", words.remark(view))
    for seat in range(seats):
        with guarded("words.seat_note()"):
            check("words.seat_note()", words.seat_note(view, seat))
    for place in some(range(len(view.legal)), rng, OFFERS):
        text = view.legal[place]
        with guarded(f"words.offer(“{text}”)"):
            check(f"words.offer(“{text}”)", words.offer(view, text), empty=False)
    with guarded("words.rule_now()"):
        sentences.check_rule(words.rule_now(view), "words.rule_now()")
    for language in sentences.catalogs:
        with guarded(f"words.show() in “{language}”"):
            words.show(view, partial(sentences.say, language=language))
    for number in range(len(view.scores) - seats):
        with guarded(f"words.extra_player({number})"):
            hold(bool(words.extra_player(number)), f"words.extra_player({number}) gives no name")


def check_chronicle(match: Match, sentences: Sentences) -> None:
    """All lines of the history can be said, and none depends on a hidden event."""
    seats = len(match.players)
    with guarded("words.chronicle()"):
        whole = Story(match, match.players).told()
        public = match.game.words.chronicle(match.players, match.setup)
        heard = {event.n: public.hear(event) for event in match.seen_by(None)}
    for event, told in zip(match.events, whole, strict=True):
        call = f"words.chronicle(): “{event.text}”"
        hold(bool(told.lines), f"{call} has no line")
        for line in told.lines:
            sentences.check(line.message, call, empty=False, seats=seats)
        if told.round is not None:
            sentences.check(told.round, call, empty=False, seats=seats)
        if event.n in heard:
            hold(heard[event.n] == told, f"{call} depends on events that not everybody knows")


def check_event(game: AnyGame, event: Event, seats: int, sentences: Sentences) -> None:
    """What is said of one event, and the dice that statistics take from it."""
    who = "player" if isinstance(event.by, int) else ""
    call = f"words.tell(“{event.text}”)"
    with guarded(call):
        sentences.check(game.words.tell(who, event.by, event.text), call, empty=False, seats=seats)
    if isinstance(event.by, str) and event.to is None:
        with guarded(f"dice_shown(“{event.text}”)"):
            faces = game.rules.dice_shown(event.text)
        hold(
            all(face in range(1, 7) for face in faces),
            f"dice_shown(“{event.text}”) gives {faces}, not faces of dice",
        )
