"""Attacks a fresh server and tells what held.

Starts the installed `cubilete` on loopback, with a folder of its own for each of the 18 points by
which the attacks are numbered. Makes every attack that can be automated and prints a line for each:
the point, the attack, `held` or `BROKEN`, and what was seen. The exit code is 1 if anything is
broken or an attack could not be made. Counts and times are bounded, and only loopback is used.

usage: python tools/attack.py [--only 5,8] [--json] [--database postgresql://…] [--jobs 3]
"""

import argparse
import os
import signal
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from types import FrameType

from attacks import (
    dice,
    files,
    identity,
    limits,
    load,
    names,
    pages,
    push,
    records,
    requests,
    seats,
)
from attacks.arena import RUNNING, Arena
from attacks.report import Attack, Finding, as_json, as_table, attacks_of, carry_out, failed

MODULES = (records, dice, identity, seats, names, limits, requests, push, files, pages, load)
POINTS = range(1, 19)
LIMIT = 900
"""Seconds after which a run is ended, whatever it waits for."""


def points_from(text: str) -> frozenset[int]:
    """The points that `--only` names."""
    try:
        points = frozenset(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a list of numbers: {text}") from None
    if unknown := points - set(POINTS):
        raise argparse.ArgumentTypeError(f"no such points: {sorted(unknown)}")
    return points


def attack_point(attacks: list[Attack], database: str) -> list[Finding]:
    """Makes the attacks of one point, one after another, on a server of their own."""
    with tempfile.TemporaryDirectory(prefix="attack") as folder:
        arena = Arena(Path(folder), database)
        try:
            return [carry_out(each, arena) for each in attacks]
        finally:
            arena.close()


def give_up(number: int, frame: FrameType | None) -> None:
    """Ends the run and its servers. Threads that wait for a server can't be ended otherwise."""
    for server in list(RUNNING):
        server.process.kill()
    print(f"ended by {signal.Signals(number).name} before all was tried", file=sys.stderr)
    os._exit(1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", type=points_from, default=frozenset(POINTS), metavar="5,8")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--database", default="", help="a PostgreSQL database, which is filled")
    parser.add_argument("--jobs", type=int, default=3, help="points that are attacked at once")
    asked = parser.parse_args()
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, give_up)
    signal.alarm(LIMIT)
    os.environ |= {"CUBILETE_LANG": "en", "COLUMNS": "200"}
    chosen = [each for each in attacks_of(MODULES) if each.point in asked.only]
    points = [list(group) for _, group in groupby(chosen, key=lambda each: each.point)]
    with ThreadPoolExecutor(max(1, asked.jobs)) as pool:
        found = pool.map(lambda attacks: attack_point(attacks, asked.database), points)
        findings = [finding for part in found for finding in part]
    print(as_json(findings) if asked.json else as_table(findings))
    return 1 if failed(findings) else 0


if __name__ == "__main__":
    sys.exit(main())
