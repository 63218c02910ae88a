"""Soak test: hours of use in minutes; nothing may be lost, and nothing may grow.

Starts the servers itself on loopback: one process on SQLite, then two processes on one PostgreSQL.
Programs and browsers open tables, play, undo, chat, leave, come back, watch, replay, import records
and ask for rematches, at a bounded rate. Then everything acknowledged is compared with what the
servers show. When the servers have forgotten all tables, their memory and open files are compared
with those of minute two. In a run of less than five minutes they are only printed: the servers'
caches are still filling. The servers must log no error and leave no task when they are stopped.
Exits with 1 if anything is wrong.

usage: python bench/soak.py [--minutes 10] [--rate 30] [--only sqlite|postgres] [--seed TEXT]
"""

import argparse
import asyncio
import random
import secrets
import time
from collections.abc import Sequence

from soak_browsers import Couple
from soak_ledger import Ledger
from soak_programs import Program, Spectator, check_everything
from soak_servers import IDLE, Sample, SoakedServer, on_postgres, on_sqlite

PROGRAMS, COUPLES, SPECTATORS = 8, 4, 4
SHARE = 1.10
"""What a server may take in the end, of what it took early."""
EARLY = 120.0
"""Seconds until the sample that the last one is compared with."""
COMPARED_FROM = 300.0
"""Seconds of the shortest run whose samples are compared."""
STORES = {"sqlite": on_sqlite, "postgres": on_postgres}
TITLES = {
    "sqlite": "One process, one SQLite file",
    "postgres": "Two processes, one PostgreSQL",
}


class Soak:
    """One run against running servers."""

    def __init__(self, servers: Sequence[SoakedServer], asked: argparse.Namespace) -> None:
        self.servers = servers
        self.seconds = asked.minutes * 60
        self.compares = self.seconds >= COMPARED_FROM
        self.early = EARLY if self.compares else self.seconds / 4
        self.ledger = Ledger(random.Random(asked.seed), asked.rate)
        self.samples: list[list[Sample]] = []
        """Of each server: at the start, early, and in the end."""

    async def run(self) -> None:
        began = time.monotonic()
        self.take_samples()
        addresses = [server.address for server in self.servers]
        clients: list[Program | Couple | Spectator] = [
            *(Program(self.ledger, addresses, number) for number in range(PROGRAMS)),
            *(Couple(self.ledger, addresses, number) for number in range(COUPLES)),
            *(Spectator(self.ledger, addresses, number) for number in range(SPECTATORS)),
        ]
        tasks = [asyncio.create_task(client.run()) for client in clients]
        await self.ledger.pause(self.early)
        self.take_samples()
        await self.ledger.pause(self.seconds - self.early)
        self.ledger.stopping.set()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, BaseException):
                self.ledger.wrong.append(f"a client failed: {result!r}")
        self.ledger.counts["seconds"] = round(time.monotonic() - began)
        await check_everything(self.ledger, addresses)
        await asyncio.sleep(IDLE)
        self.take_samples()

    def take_samples(self) -> None:
        self.samples.append([server.sample() for server in self.servers])

    def check_servers(self) -> None:
        """After the servers have been stopped."""
        wrong = self.ledger.wrong
        for server, early, late in zip(self.servers, *self.samples[1:], strict=True):
            if self.compares and not late.within(early, SHARE):
                wrong.append(f"server {server.number} takes more than at minute two")
            errors = server.errors.read_text()
            if errors:
                wrong.append(f"server {server.number} has logged:\n{errors[:2000]}")

    def report(self) -> None:
        for what, number in self.ledger.counts.items():
            print(f"  {what:28} {number:8}")
        early = f"at {self.early:.0f} s"
        print(f"  {'':28} {'at the start':>14} {early:>14} {'in the end':>14}")
        for server, *samples in zip(self.servers, *self.samples, strict=True):
            memory = "".join(f"{sample.memory:12.1f} MB" for sample in samples)
            files = "".join(f"{sample.files:15}" for sample in samples)
            print(f"  {f'memory of server {server.number}':28}{memory}")
            print(f"  {f'open files of server {server.number}':28}{files}")
        for line in self.ledger.wrong:
            print(f"  WRONG: {line}")
        if not self.compares:
            print("  too short to compare memory and open files")
        print("  nothing lost, doubled or left over" if not self.ledger.wrong else "  FAILED")


def soak(store: str, asked: argparse.Namespace) -> bool:
    print(f"{TITLES[store]}, seed {asked.seed}, {asked.minutes:g} minutes", flush=True)
    with STORES[store]() as servers:
        run = Soak(servers, asked)
        asyncio.run(run.run())
        for server in servers:
            server.stop()
        run.check_servers()
        run.report()
    return not run.ledger.wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--rate", type=float, default=30)
    parser.add_argument("--only", choices=tuple(STORES))
    parser.add_argument("--seed", default=secrets.token_hex(4))
    asked = parser.parse_args()
    stores = [asked.only] if asked.only else list(STORES)
    raise SystemExit(0 if all([soak(store, asked) for store in stores]) else 1)


if __name__ == "__main__":
    main()
