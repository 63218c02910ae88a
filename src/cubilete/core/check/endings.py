"""The end of a game, and its record."""

from collections.abc import Iterable

from cubilete.core.check.fault import hold
from cubilete.core.check.positions import check_refused
from cubilete.core.check.sentences import Sentences
from cubilete.core.match import CODES, Match, replay
from cubilete.core.record import Record, read_record
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, TABLE


def check_end(match: Match, codes: Iterable[int], sentences: Sentences) -> None:
    """`codes` are some that could happen before."""
    state = match.state
    scores, winners = state.scores(), state.winners()
    hold(len(winners) > 0, "nobody has won")
    hold(winners == sorted(set(winners)), "winners() is not ascending")
    hold(all(0 <= seat < len(scores) for seat in winners), "winners() names nobody")
    hold(not state.sealed(), "the game is over, and decisions are still sealed")
    for by in (CHANCE, TABLE, *range(state.seat_count())):
        for code in (0, *codes):
            check_refused(state, by, code, sentences)
    hold((state.scores(), state.winners()) == (scores, winners), "the result is not final")


def check_records(match: Match, rng: Rng) -> None:
    """The record replays to the same position, whole and cut off at some event."""
    text = match.record().to_text()
    record = read_record(text)
    hold(record.to_text() == text, "a record is not written again as it was read")
    again = replay(record, match.game)
    hold(again.state.fingerprint() == match.state.fingerprint(), "a replay ends elsewhere")
    cut = rng.below(len(record.events) + 1)
    resumed = replay(Record(record.header, record.events[:cut]), match.game)
    for event in record.events[len(resumed.events) :]:
        if event.by != "table":
            by = CODES[event.by] if isinstance(event.by, str) else event.by
            resumed.play(by, event.text)
    hold(resumed.result == match.result, "a game that was cut off and resumed ends elsewhere")
