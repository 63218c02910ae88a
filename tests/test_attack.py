"""The parts of tools/attack.py can fail: an attack that succeeds is reported as broken.

The attacks themselves run in CI by `make attack`, not here.
"""

import argparse
import hashlib
import json
from base64 import urlsafe_b64encode
from http.client import HTTPMessage
from itertools import count
from pathlib import Path

import pytest
from attack import MODULES, POINTS, points_from
from attacks.arena import Arena, NoServer
from attacks.client import Answer
from attacks.forging import Forged, draw, long_record, seal_of
from attacks.limits import TRIES, check_imports, small_record
from attacks.pages import plain_digests
from attacks.report import (
    BROKEN,
    ELSEWHERE,
    ERROR,
    HELD,
    Attack,
    Broken,
    Finding,
    NotFromOutside,
    as_json,
    as_table,
    attack,
    attacks_of,
    carry_out,
    expect,
    failed,
)

from cubilete import read_record, replay

VECTORS = Path(__file__).parent / "vectors" / "fair.json"


@attack(1, "an attack that is held off")
def held(arena: Arena) -> str:
    expect(True, "not said")
    return "nothing happened"


@attack(2, "an attack that succeeds")
def broken(arena: Arena) -> str:
    expect(False, "the door is open")
    return "not said"


@attack(3, "an attack that can't be made")
def impossible(arena: Arena) -> str:
    raise ValueError("no door")


@attack(4, "an attack from inside")
def inside(arena: Arena) -> str:
    raise NotFromOutside("tested elsewhere")


def carried_out(*attacks: Attack) -> list[Finding]:
    return [carry_out(each, Arena(Path("unused"))) for each in attacks]


def test_each_outcome_of_an_attack_has_its_word() -> None:
    findings = carried_out(held, broken, impossible, inside)
    assert [finding.status for finding in findings] == [HELD, BROKEN, ERROR, ELSEWHERE]
    assert [finding.point for finding in findings] == [1, 2, 3, 4]
    assert findings[1].seen == "the door is open"
    assert "no door" in findings[2].seen


def test_run_fails_where_something_is_broken_or_was_not_tried() -> None:
    assert not failed(carried_out(held, inside))
    assert failed(carried_out(held, broken))
    assert failed(carried_out(held, impossible))
    assert failed([])


def test_report_is_a_table_or_json() -> None:
    findings = carried_out(held, broken, impossible, inside)
    table = as_table(findings).splitlines()
    assert len(table) == 5
    assert "BROKEN     the door is open" in table[1]
    assert table[-1] == "4 attacks: 1 held, 1 broken, 1 could not be made, 1 tested elsewhere"
    parsed = json.loads(as_json(findings))
    assert [finding["status"] for finding in parsed] == [HELD, BROKEN, ERROR, ELSEWHERE]


def test_every_point_has_an_attack_with_a_name_of_its_own() -> None:
    attacks = attacks_of(MODULES)
    assert {each.point for each in attacks} == set(POINTS)
    assert len({each.title for each in attacks}) == len(attacks)
    for each in attacks:
        assert each.run.__name__.startswith(f"point_{each.point}_")


def test_points_are_chosen_by_their_numbers() -> None:
    assert points_from("5,8") == {5, 8}
    for wrong in ("x", "0", "5,19", ""):
        with pytest.raises(argparse.ArgumentTypeError):
            points_from(wrong)


def test_server_that_does_not_start_is_told(tmp_path: Path) -> None:
    arena = Arena(tmp_path)
    with pytest.raises(NoServer, match="--nonsense"):
        arena.start("--nonsense")
    arena.close()


# --- The parts of single attacks ---


def answer(status: int) -> Answer:
    return Answer(status, HTTPMessage(), "")


def test_imports_that_are_all_stored_or_all_refused_are_noticed() -> None:
    numbers = count()
    limited = check_imports(lambda _: answer(201 if next(numbers) < 12 else 429))
    assert f"12 of {TRIES}" in limited
    for status in (201, 429, 500):
        with pytest.raises(Broken):
            check_imports(lambda _, status=status: answer(status))  # type: ignore[misc]


def test_records_of_attacks_are_good_records() -> None:
    replay(read_record(small_record(7)))
    record = read_record(long_record(1, 300))
    assert len(record.events) >= 300
    replay(record)


def test_plain_hash_of_a_piece_is_found() -> None:
    html = "<p><b>Ana</b> hello</p>"
    digest = hashlib.blake2b(html.encode(), digest_size=6).digest()
    assert urlsafe_b64encode(digest).decode().rstrip("=") in plain_digests(html)
    keyed = hashlib.blake2b(html.encode(), digest_size=6, key=b"key").digest()
    assert urlsafe_b64encode(keyed).decode().rstrip("=") not in plain_digests(html)


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text()), ids=lambda each: each["name"])
def test_forger_draws_as_the_recipe_says(vector: dict[str, object]) -> None:
    known = ("recipe", "table", "seeds")
    fair = {key: vector[key] for key in known if key in vector}
    header = {"fair": fair, "kinds": vector.get("kinds"), "players": vector.get("names")}
    record = Forged(header, [], {"fair": {"secret": vector["secret"]}})
    assert draw(record, vector["n"], vector["sizes"]) == vector["drawn"]  # type: ignore[arg-type]


def test_seal_covers_names_events_and_result() -> None:
    header = {"game": "dizzle", "edition": 1, "players": ["Ana"], "kinds": ["person"]}
    record = Forged(
        {**header, "fair": {"table": "mesa"}},
        [{"n": 1, "by": "chance", "text": "start 0"}],
        {"scores": [7], "winners": [0], "fair": {"secret": "00", "seal": ""}},
    )
    seals = {seal_of(record)}
    for change in range(4):
        other = record.copy()
        if change == 0:
            other.header["players"] = ["Eva"]
        elif change == 1:
            other.events[0]["text"] = "start 1"
        elif change == 2:
            other.result["scores"] = [8]
        else:
            other.result = {"abandoned": True}
        seals.add(seal_of(other))
    assert len(seals) == 5
