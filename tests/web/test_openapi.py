"""The API against its OpenAPI document: schemathesis sends requests that the document allows and
requests that it does not. All answers are as documented, and none is a 500.

The stream is left out because it never ends. test_api.py and test_hidden.py test it.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from play_over_http import ask

from .running import Server


@pytest.fixture
def fuzzed(tmp_path: Path) -> Iterator[str]:
    """The address of a server of our own; there must be no traceback in its log."""
    server = Server(tmp_path / "log", "--data", str(tmp_path))
    try:
        server.start()
        yield server.address
        assert "Traceback" not in server.log.read_text()
    finally:
        server.stop()


ALSO_REFUSED = """
[checks]
negative_data_rejection.expected-statuses = ["4xx", "5xx"]
"""
"""A request that is against the schema may also be too large (413)."""


def fuzz(address: str, folder: Path, config: str = "", *options: str) -> Counter[str]:
    """Runs schemathesis; returns how often each status was answered."""
    (folder / "schemathesis.toml").write_text(f"{config}\n{ALSO_REFUSED}")
    report = folder / "report.ndjson"
    command = f"run {address}/api/openapi.json --exclude-path-regex /stream$ --no-color"
    bounds = "--phases coverage,fuzzing --rate-limit 45/s --request-timeout 120"
    bounds += " --suppress-health-check too_slow"  # a busy machine is slow
    # Valid JSON may be against the rules of the game, which no schema can tell.
    bounds += " --exclude-checks positive_data_acceptance"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", "schemathesis.toml"),
            *f"{command} {bounds} --report ndjson --report-ndjson-path {report}".split(),
            *options,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Unresolvable" not in done.stdout
    answers = Counter(re.findall(r'"status_code": *(\d+)', report.read_text()))
    print(answers)
    return answers


def test_answers_are_as_documented(fuzzed: str, tmp_path: Path) -> None:
    answers = fuzz(fuzzed, tmp_path, "", "--max-examples", "10")
    assert answers.total() > 100
    assert answers["404"] > 10


def test_answers_about_a_real_table_are_as_documented(fuzzed: str, tmp_path: Path) -> None:
    seated = ask(f"{fuzzed}/api/tables", body={"game": "216", "people": 3, "bots": 0})
    for seat in (1, 2):
        table = f"{fuzzed}/api/tables/{seated['table']}"
        ask(f"{table}/sit", body={"name": f"P{seat}", "seat": seat})
    config = f"""
        [parameters]
        "path.name" = {json.dumps(seated["table"])}
        "header.authorization" = {json.dumps(f"Bearer {seated['token']}")}
    """
    answers = fuzz(fuzzed, tmp_path, config, "--max-examples", "20")
    assert answers.total() > 100
    assert min(answers["200"], answers["409"], answers["422"]) > 3
