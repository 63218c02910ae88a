"""Imported records: what they may cost."""

import json

import pytest

from cubilete import CubileteError, Match, find_game
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, pick_seat
from cubilete.host.finished.records import LONGEST_LINE, MOST_EVENTS, checked, replay_of_record

HEADER = {"format": "cubilete-record/1", "game": "216", "edition": 1}


def long_game(events: int, seed: str, with_legal: bool = False) -> str:
    """The record of a game of 216 that has at least so many events."""
    match = Match(find_game("216"), ["A", "B"], {"target": 10**6}, with_legal=with_legal)
    rng = seeded("records", seed)
    while len(match.events) < events:
        by = CHANCE if match.state.turn() == CHANCE else pick_seat(match.state.acting(), rng)
        code = match.state.sample(rng) if by == CHANCE else match.state.choose(by, rng)
        match.apply(by, code)
    return match.record().to_text()


def code_of(text: str) -> str:
    with pytest.raises(CubileteError) as error:
        checked(text)
    return error.value.code


def test_record_with_too_many_events_is_refused_before_it_is_read() -> None:
    line = '{"n":1,"by":"chance","text":"start 1"}\n'
    assert code_of(line * (MOST_EVENTS + 3)) == "too-many-events"


def test_long_line_is_refused() -> None:
    first = long_game(5, "long line").splitlines()[0]
    padded = {**json.loads(first), "note": "x" * LONGEST_LINE}
    assert code_of(json.dumps(padded) + "\n") == "long-line"


@pytest.mark.parametrize("value", ["1e999", "-1e999", "[" * 950 + "]" * 950, "[" * 33 + "]" * 33])
def test_value_that_can_not_be_written_again_is_refused(value: str) -> None:
    first = long_game(5, "values").splitlines()[0]
    assert code_of(f'{first[:-1]},"note":{value}}}\n') in ("not-json", "too-deep")


@pytest.mark.parametrize("value", ["1e300", "[" * 31 + "]" * 31, '"' + "[" * 900 + '"', "9" * 4000])
def test_value_that_can_be_written_again_is_kept(value: str) -> None:
    first = long_game(5, "values").splitlines()[0]
    text, record, _ = checked(f'{first[:-1]},"note":{value}}}\n')
    assert json.loads(text)["note"] == record.header.more["note"] == json.loads(value)


def test_text_is_kept_whole_and_the_replay_has_no_legal_lists() -> None:
    text = long_game(300, "legal", with_legal=True)
    assert checked(text)[0] == text
    events = replay_of_record(text).course.events
    assert '"legal":' in text
    assert all(event.legal is None for event in events)
    assert [event.text for event in events] == [
        json.loads(line)["text"] for line in text.splitlines()[1:]
    ]


def test_wrong_legal_list_is_still_refused() -> None:
    first, *events = long_game(60, "wrong", with_legal=True).splitlines()
    place, line = next(pair for pair in enumerate(events) if '"legal":' in pair[1])
    event = json.loads(line)
    events[place] = json.dumps({**event, "legal": event["legal"][:-1]})
    assert code_of("\n".join([first, *events]) + "\n") == "wrong-legal"
