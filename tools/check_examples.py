"""Installs the packages of examples/ in a clean environment and plays their games there.

usage: python tools/check_examples.py WHEEL    (a wheel of cubilete)

This Python builds the wheels of the examples and drives the browser, so it needs setuptools and
Playwright. The games run in the new environment, with cubilete from the wheel and the packages of
requirements/run.txt. Exit code 1 means that something failed; the last line says what.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from example_browser import play_in_browser

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
sys.path.insert(0, str(EXAMPLES))

from play_over_http import play  # noqa: E402


class Example(NamedTuple):
    folder: str
    slug: str
    players: tuple[int, ...]
    """The numbers of players that are checked and played over the API."""


BOTH = (Example("pig", "pig", (2, 16)), Example("liars-cup", "liars-cup", (2, 5)))


class Failed(Exception):
    """Something does not work; the sentence says what."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Says what is done and how long it took."""
    start = time.monotonic()
    print(f"{name} …", flush=True)
    yield
    print(f"  done in {time.monotonic() - start:.1f} s", flush=True)


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Runs a program and returns its output."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "CUBILETE_LANG")
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


# --- Installation ---


class Place:
    """The clean environment, in a folder that is removed in the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "environment" / "bin"

    def install(self, wheel: Path) -> None:
        wheels = self.folder / "wheels"
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
        for example in BOTH:
            # A copy is built, so that nothing is left in the repository.
            source = self.folder / "source" / example.folder
            shutil.copytree(EXAMPLES / example.folder, source)
            run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", wheels, source)
        venv.create(self.bin.parent, with_pip=True)
        own_pip = (self.bin / "python", "-m", "pip", "--disable-pip-version-check", "--quiet")
        locked = ROOT / "requirements" / "run.txt"
        run(*own_pip, "install", "--require-hashes", "--no-deps", "-r", locked)
        run(*own_pip, "install", "--no-deps", wheel, *sorted(wheels.glob("*.whl")))
        run(*own_pip, "check")

    def cubilete(self, *arguments: str | Path) -> str:
        return run(self.bin / "cubilete", *arguments, folder=self.folder)

    def check_contract(self, example: Example) -> None:
        program = (
            "from cubilete import check_game, find_game\n"
            f"check_game(find_game({example.slug!r}), games=1, players={list(example.players)})"
        )
        run(self.bin / "python", "-W", "error", "-c", program, folder=self.folder)

    def check_commands(self, example: Example) -> None:
        """The command line knows the game; what it simulates can be replayed."""
        listed = json.loads(self.cubilete("games", "--json"))["games"]
        if example.slug not in [game["slug"] for game in listed]:
            raise Failed(f"cubilete games does not list {example.slug}")
        for language in ("es", "en"):
            self.cubilete("rules", example.slug, "--lang", language)
        records = self.folder / "simulated" / example.slug
        self.cubilete("simulate", example.slug, "--games", "2", "--records", records)
        for record in sorted(records.iterdir()):
            self.cubilete("replay", "--show", record)

    def check_record(self, name: str, record: bytes) -> None:
        """Dice of a table can be computed again, and its game replayed."""
        file = self.folder / f"{name}.jsonl"
        file.write_bytes(record)
        self.cubilete("verify", file)
        self.cubilete("replay", "--show", file)


# --- The server, and a program that plays ---


@contextmanager
def server(place: Place) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    log = place.folder / "server.log"
    command = [place.bin / "cubilete", "play", "--host", "127.0.0.1", "--port", port]
    command += ["--pace", "0", "--no-browser", "--data", place.folder / "data"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(part) for part in command], cwd=place.folder, stdout=output, stderr=output
        )
    base = f"http://127.0.0.1:{port}"
    try:
        wait_for_answer(base, process, log)
        yield base
        printed = log.read_text(encoding="utf-8")
        if process.poll() is not None or "Traceback" in printed:
            raise Failed(f"the server failed:\n{printed[-4000:]}")
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_for_answer(base: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(base, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise Failed(f"the server does not answer:\n{log.read_text(encoding='utf-8')}")


def fetch(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            content: bytes = answer.read()
    except urllib.error.HTTPError as error:
        raise Failed(f"{address} answers {error.code}") from error
    return content


def play_over_api(base: str, place: Place, example: Example) -> None:
    """Plays against bots to the end, with the fewest and the most players."""
    for players in example.players:
        look = play(base, example.slug, bots=players - 1)
        view = look["view"]
        if not isinstance(view, dict) or not view["winners"] or len(view["scores"]) != players:
            raise Failed(f"{example.slug} for {players} ends with {view}")
        record = fetch(f"{base}/api/tables/{look['table']}/record")
        place.check_record(f"{example.slug}-{players}", record)


def main() -> None:
    wheel = Path(sys.argv[1]).resolve()
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cubilete-examples-") as folder:
        place = Place(Path(folder))
        with step(f"installing {wheel.name} and both examples"):
            place.install(wheel)
        for example in BOTH:
            with step(f"{example.slug}: check_game and the command line"):
                place.check_contract(example)
                place.check_commands(example)
        with server(place) as base:
            for example in BOTH:
                with step(f"{example.slug}: over the API, {example.players} players"):
                    play_over_api(base, place, example)
            for example in BOTH:
                with step(f"{example.slug}: in Chromium"):
                    for name, record in play_in_browser(base, example.slug):
                        place.check_record(name, record)
    print(f"Both examples work: {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    try:
        main()
    except (Failed, AssertionError) as error:
        sys.exit(f"FAILED: {error}")
