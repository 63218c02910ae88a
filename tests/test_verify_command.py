"""`cubilete verify`: what it says is proven, what is not, and what it compares."""

import json
from pathlib import Path
from typing import Any

import pytest

from command import cubilete
from cubilete.cli.shared.failures import Failure
from cubilete.cli.verify import run

TESTS = Path(__file__).parent
ALL = [
    json.loads(line)
    for line in (TESTS / "vectors" / "verdicts.jsonl").read_text("utf-8").splitlines()
]
VERDICTS = {vector["name"]: vector for vector in ALL}
HONEST = "seis-dados: honest"
GIVEN_UP = "216: honest"
FIRST_RECIPE = "seis-dados /1: honest"


def file_of(name: str, folder: Path) -> Path:
    path = folder / "record.jsonl"
    path.write_text(VERDICTS[name]["record"], "utf-8")
    return path


def told(name: str, folder: Path, *options: str) -> dict[str, Any]:
    done = cubilete("verify", file_of(name, folder), "--json", *options)
    assert done.returncode == 0, done.stderr
    summary: dict[str, Any] = json.loads(done.stdout)
    return summary


def test_command_accepts_the_fair_records_of_the_shared_file_and_no_others(tmp_path: Path) -> None:
    """Its function is called here: so many processes would take minutes."""
    differ = []
    path = tmp_path / "record.jsonl"
    for vector in ALL:
        path.write_text(vector["record"], "utf-8")
        try:
            run(path, table=vector.get("table", ""), as_json=True)
        except Failure as failure:
            code = failure.code
        else:
            code = 0
        if code != (0 if vector["expect"] == "fair" else 1):
            differ.append((vector["name"], code))
    assert differ == []


def test_programs_are_told_what_is_proven_and_what_is_not(tmp_path: Path) -> None:
    proof = told(HONEST, tmp_path)
    header, *events, last = map(json.loads, VERDICTS[HONEST]["record"].splitlines())
    assert proof["fair"] is True
    assert proof["events"] == sum(event["by"] == "chance" for event in events)
    assert proof["recipe"] == "cubilete-fair/2"
    assert proof["seal"] == last["result"]["fair"]["seal"]
    assert proof["commitment"] == header["fair"]["commitment"]
    assert proof["given_up_after"] is None
    assert [seat["kind"] for seat in proof["seats"]] == header["kinds"]
    assert proof["covers"] == ["dice", "rules", "seats", "bot-seeds"]
    assert {"decisions", "look-ahead", "last-seed", "people"} <= set(proof["limits"])
    assert "end" not in proof["limits"]


def test_first_recipe_has_its_limits(tmp_path: Path) -> None:
    proof = told(FIRST_RECIPE, tmp_path)
    assert proof["recipe"] == "cubilete-fair/1"
    assert proof["seal"] is None
    assert not {"seats", "bot-seeds"} & set(proof["covers"])
    assert {"seats", "bot-seeds", "decisions"} <= set(proof["limits"])


def test_game_given_up_says_after_which_event(tmp_path: Path) -> None:
    events = len(VERDICTS[GIVEN_UP]["record"].splitlines()) - 2
    proof = told(GIVEN_UP, tmp_path)
    assert proof["given_up_after"] == events
    assert "end" in proof["limits"]
    done = cubilete("verify", file_of(GIVEN_UP, tmp_path))
    assert f"The game was abandoned after event {events}." in done.stdout


def test_what_was_noted_is_compared_and_then_covered(tmp_path: Path) -> None:
    alone = told(GIVEN_UP, tmp_path)
    noted = ("--seal", alone["seal"].upper(), "--commitment", alone["commitment"])
    proof = told(GIVEN_UP, tmp_path, *noted, "--table", alone["table"])
    assert set(proof["covers"]) - set(alone["covers"]) == {"seal", "commitment"}
    assert set(alone["limits"]) - set(proof["limits"]) == {"decisions", "end", "commitment"}


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--seal", "The seal is not the one that you noted"),
        ("--commitment", "The fingerprint of the secret is not the one that you noted"),
        ("--table", "This is a game of table seis-dados_"),
    ],
)
def test_record_of_another_game_than_the_one_noted_is_refused(
    option: str, sentence: str, tmp_path: Path
) -> None:
    done = cubilete("verify", file_of(HONEST, tmp_path), option, "ab" * 32)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert done.stdout == ""


def test_first_recipe_has_no_seal_to_compare(tmp_path: Path) -> None:
    done = cubilete("verify", file_of(FIRST_RECIPE, tmp_path), "--seal", "ab" * 32)
    assert done.returncode == 1
    assert "no seal" in done.stderr


def test_seal_of_a_game_finds_a_record_that_was_cut_and_sealed_anew(tmp_path: Path) -> None:
    seal = told(HONEST, tmp_path)["seal"]
    for change in ("end cut off", "other decisions"):
        name = f"seis-dados: {change}, sealed anew: not proven"
        assert VERDICTS[name]["expect"] == "fair"
        done = cubilete("verify", file_of(name, tmp_path), "--seal", seal)
        assert done.returncode == 1


@pytest.mark.parametrize(
    ("language", "proven", "not_proven"),
    [
        ("en", "This is proven:", "This is not proven:"),
        ("es", "Esto queda probado:", "Esto no queda probado:"),
    ],
)
def test_people_read_it_in_their_language(
    language: str, proven: str, not_proven: str, tmp_path: Path
) -> None:
    proof = told(HONEST, tmp_path)
    said = cubilete("verify", file_of(HONEST, tmp_path), CUBILETE_LANG=language).stdout
    before, _, after = said.partition(not_proven)
    assert proven in before
    assert before.count("\n- ") == len(proof["covers"])
    assert after.count("\n- ") == len(proof["limits"])
    for value in (proof["seal"], proof["commitment"], "[bot random]"):
        assert value in before


def test_bad_record_names_its_line(tmp_path: Path) -> None:
    done = cubilete("verify", file_of("seis-dados: another roll", tmp_path))
    assert done.returncode == 1
    assert "record.jsonl:3: " in done.stderr


def test_name_with_control_characters_does_not_reach_the_terminal(tmp_path: Path) -> None:
    record = VERDICTS[FIRST_RECIPE]["record"].replace('"Ana"', '"A\\u001b[2Jna"')
    path = tmp_path / "record.jsonl"
    path.write_text(record, "utf-8")
    done = cubilete("verify", path)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
