"""Records: reading, writing the same bytes, and errors with their line."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubilete import BadRecord, Record, find_game, read_record, replay
from cubilete.core.record import Event, Header, Result
from cubilete.study.simulate import Simulation
from effort import examples

HEADER = (
    '{"format":"cubilete-record/1","game":"seis-dados","edition":1,'
    '"players":["Ana","Luis"],"options":{},"material":{}}\n'
)
START = '{"n":1,"by":"chance","text":"start 1"}\n'
ROLL = '{"n":2,"by":"chance","text":"roll 1 1 3 4 6 6"}\n'
REROLL = '{"n":3,"by":1,"text":"reroll 1 1 3 4"}\n'


def refusal(text: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replay(read_record(text))
    return caught.value


@pytest.fixture(scope="module")
def finished() -> str:
    simulation = Simulation(find_game("seis-dados"), ("random", "random"), seed=5)
    return simulation.match(1, with_legal=True).record().to_text()


def test_example_of_the_format_is_a_game_in_progress() -> None:
    match = replay(read_record(HEADER + START + ROLL + REROLL))
    assert match.result is None
    assert match.record().to_text() == HEADER + START + ROLL + REROLL


def test_header_alone_is_a_game_that_has_not_begun() -> None:
    assert replay(read_record(HEADER)).events == []


def test_last_line_may_lack_its_line_end() -> None:
    assert len(replay(read_record((HEADER + START).rstrip("\n"))).events) == 1


def test_finished_record_is_written_again_byte_by_byte(finished: str) -> None:
    record = read_record(finished.encode())
    assert record.to_text() == finished
    assert replay(record).result == record.result


def test_keys_that_are_not_known_are_kept() -> None:
    header = HEADER.replace('"material":{}', '"material":{},"time":"2026-01-01","x":[1,2.5,null]')
    event = START.replace("}", ',"clock":12}')
    end = '{"result":{"abandoned":true,"why":"dinner"},"time":7}\n'
    text = header + event + end
    record = read_record(text)
    assert record.to_text() == text
    assert replay(record).abandoned


def test_record_cut_off_at_any_line_loads(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    for cut in (1, 2, 3, len(lines) // 2, len(lines) - 1):
        match = replay(read_record("".join(lines[:cut])))
        assert len(match.events) == cut - 1


def test_record_cut_off_within_a_line_names_that_line(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    assert refusal("".join(lines[:5]) + lines[5][:9]).line == 6


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "empty"),
        ("\n" + HEADER, 1, "blank-line"),
        (HEADER + "\n" + START, 2, "blank-line"),
        (HEADER + "  \n" + START, 2, "blank-line"),
        ("\ufeff" + HEADER, 1, "byte-order-mark"),
        ("[]\n", 1, "not-object"),
        (HEADER + "nonsense\n", 2, "not-json"),
        (HEADER + START.replace("1", "NaN", 1), 2, "not-json"),
        (HEADER + '{"n":1,"n":1,"by":"chance","text":"start 1"}\n', 2, "repeated-key"),
        (HEADER.replace('"options":{}', '"options":{"a":{"b":1,"b":2}}'), 1, "repeated-key"),
        (HEADER + "[" * 100_000 + "\n", 2, "not-json"),
        (HEADER.replace("Ana", "\\ud800"), 1, "not-utf8"),
        (HEADER.replace("record/1", "record/2"), 1, "bad-header"),
        (HEADER.replace('"edition":1', '"edition":true'), 1, "bad-header"),
        (HEADER.replace('"edition":1', '"edition":2'), 1, "unknown-edition"),
        (HEADER.replace('"edition":1,', ""), 1, "bad-header"),
        (HEADER.replace('["Ana","Luis"]', '["Ana",3]'), 1, "bad-header"),
        (HEADER.replace('["Ana","Luis"]', "[]"), 1, "bad-header"),
        (HEADER.replace('["Ana","Luis"]', '["Ana"]'), 1, "bad-players"),
        (HEADER.replace("seis-dados", "siete-dados"), 1, "unknown-game"),
        (HEADER.replace('"options":{}', '"options":{"speed":3}'), 1, "unknown-option"),
        (HEADER.replace('"options":{}', '"options":[]'), 1, "bad-header"),
        (HEADER.replace('"material":{}', '"material":{"deck":1}'), 1, "no-material"),
        (HEADER.replace('"material":{}', '"material":3'), 1, "bad-header"),
        (HEADER + START.replace('"n":1', '"n":2'), 2, "gap"),
        (HEADER + START.replace('"n":1', '"n":1.0'), 2, "bad-event"),
        (HEADER + START.replace('"n":1', '"n":true'), 2, "bad-event"),
        (HEADER + START.replace('"chance"', '"luck"'), 2, "bad-event"),
        (HEADER + START.replace('"chance"', "2"), 2, "bad-event"),
        (HEADER + START.replace('"chance"', "true"), 2, "bad-event"),
        (HEADER + START.replace('"start 1"', "1"), 2, "bad-event"),
        (HEADER + START.replace("start 1", "start  1"), 2, "unreadable"),
        (HEADER + START.replace("start 1", "start 2"), 2, "impossible-outcome"),
        (HEADER + START.replace("}", ',"to":[0,0]}'), 2, "bad-event"),
        (HEADER + START.replace("}", ',"to":[2]}'), 2, "bad-event"),
        (HEADER + START.replace("}", ',"to":null}'), 2, "bad-event"),
        (HEADER + START.replace("}", ',"to":[0]}'), 2, "wrong-audience"),
        (HEADER + START.replace("}", ',"legal":[]}'), 2, "bad-event"),
        (HEADER + START + ROLL + REROLL.replace("}", ',"legal":["x"]}'), 4, "wrong-legal"),
        (HEADER + START + ROLL + REROLL.replace("}", ',"legal":[1]}'), 4, "bad-event"),
        (HEADER + START + ROLL + REROLL.replace('"by":1', '"by":0'), 4, "not-your-turn"),
        (HEADER + START + ROLL + REROLL.replace("3 4", "4 3"), 4, "unreadable"),
        (HEADER + '{"n":1,"by":"table","text":"hello"}\n', 2, "table-not-due"),
        (HEADER + '{"result":{"scores":[0,0],"winners":[0]}}\n', 2, "not-over"),
        (HEADER + '{"result":{"scores":[0,0]}}\n', 2, "bad-result"),
        (HEADER + '{"result":[]}\n', 2, "bad-result"),
        (HEADER + '{"result":{"abandoned":true}}\n' + START, 3, "after-result"),
    ],
)
def test_what_is_broken_is_named_with_its_line(text: str, line: int, code: str) -> None:
    error = refusal(text)
    assert (error.line, error.code) == (line, code)


def test_bytes_that_are_not_utf8_are_named_with_their_line() -> None:
    error = refusal((HEADER + START).encode() + b'{"n":2,"by":"chance","text":"\xff"}\n')
    assert (error.line, error.code) == (3, "not-utf8")


def test_result_must_be_the_one_of_the_rules(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    result = json.loads(lines[-1])
    result["result"]["scores"][0] += 1
    error = refusal("".join(lines[:-1]) + json.dumps(result) + "\n")
    assert (error.line, error.code) == (len(lines), "wrong-result")


def test_finished_game_can_not_be_given_up(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    error = refusal("".join(lines[:-1]) + '{"result":{"abandoned":true}}\n')
    assert (error.line, error.code) == (len(lines), "game-over")


def test_illegal_action_carries_the_number_of_its_rule() -> None:
    error = refusal(HEADER + START + ROLL + REROLL.replace("reroll 1 1 3 4", "joker 1"))
    assert (error.line, error.rule) == (4, "SD-1")


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.lists(names, min_size=1, max_size=4), names, st.none() | st.lists(names).map(tuple))
def test_any_text_survives_writing_and_reading(
    players: list[str], text: str, legal: tuple[str, ...] | None
) -> None:
    record = Record(
        Header("a game", 1, tuple(players), {"x": 1}, {}),
        (Event(1, 0, text, (0,), legal), Event(2, "chance", text)),
        Result((1,), (0,)),
    )
    assert read_record(record.to_text()) == record
    assert read_record(record.to_text().encode()) == record


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_mutated_record_is_refused_with_a_line_or_still_true(
    finished: str, data: st.DataObject
) -> None:
    source = bytearray(finished.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(source) - 1))
        match data.draw(st.sampled_from(["change", "delete", "insert", "cut"])):
            case "change":
                source[place] = data.draw(st.integers(0, 255))
            case "delete":
                del source[place : place + data.draw(st.integers(1, 40))]
            case "insert":
                source[place:place] = data.draw(st.binary(min_size=1, max_size=8))
            case _:
                del source[place:]
        if not source:
            break
    try:
        record = read_record(bytes(source))
        match = replay(record)
    except BadRecord as error:
        line = error.line
    else:
        line = 1
        assert [event.text for event in match.events] == [event.text for event in record.events]
    assert 1 <= line <= bytes(source).count(b"\n") + 1


def test_abandoned_game_takes_no_more_events() -> None:
    match = replay(read_record(HEADER))
    match.abandon()
    with pytest.raises(ValueError, match="abandoned"):
        match.play(-1, "start 1")
    assert replace(match.record(), result=None).events == ()
