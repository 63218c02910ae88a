"""The shared file of verdicts: honest records and all kinds of changes, of both recipes.

The browser's check is tested with the same file.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cubilete import BadRecord, all_games, read_record
from cubilete.core.fair import prove

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "vectors" / "verdicts.jsonl"
VERDICTS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]

CODES = {
    "no-fair-dice",
    "unknown-recipe",
    "bad-promise",
    "no-secret",
    "wrong-secret",
    "wrong-seed",
    "chosen-seed",
    "wrong-prepared",
    "not-fair",
    "wrong-seal",
}
"""Errors of these codes have a verdict of their own; all others are about the events."""


def verdict_on(vector: dict[str, Any]) -> str:
    try:
        proof = prove(read_record(vector["record"]))
    except BadRecord as error:
        return error.code if error.code in CODES else "bad-events"
    return "fair" if vector.get("table", proof.dice.table) == proof.dice.table else "other-table"


@pytest.mark.parametrize("vector", VERDICTS, ids=lambda vector: vector["name"])
def test_record_gets_its_verdict(vector: dict[str, Any]) -> None:
    verdict = verdict_on(vector)
    if vector["expect"] == "refused":
        assert verdict != "fair"
    else:
        assert verdict == vector["expect"]


def test_table_that_chose_the_seed_of_a_bot_is_found_in_every_way_of_writing_it() -> None:
    """All dice of these records follow from the chosen seed; only the seed itself is wrong."""
    forged = [vector for vector in VERDICTS if "a bot's chosen seed" in vector["name"]]
    assert len(forged) > 10
    for vector in forged:
        assert verdict_on(vector) not in ("fair", "bad-events"), vector["name"]


def test_file_has_all_games_recipes_and_verdicts() -> None:
    assert len(VERDICTS) >= 80
    assert {vector["expect"] for vector in VERDICTS} == CODES | {
        "fair",
        "bad-events",
        "other-table",
        "refused",
    }
    names = {vector["name"] for vector in VERDICTS if vector["expect"] == "fair"}
    for game in all_games():
        assert f"{game.slug}: honest" in names
        assert f"{game.slug} /1: honest" in names


def test_file_is_what_its_tool_writes(tmp_path: Path) -> None:
    """It differs if a recipe or a rule has changed, or if somebody edited the file."""
    written = tmp_path / "verdicts.jsonl"
    tool = ROOT / "tools" / "verdict_vectors.py"
    subprocess.run([sys.executable, str(tool), str(written)], check=True)
    assert written.read_bytes() == FILE.read_bytes()
