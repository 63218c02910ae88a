"""Check that the analysis tells luck from skill: python tools/check_luck.py [GAME…] [--games 400]

Prints the mean luck of every seat in standard errors, and the greatest difference of a bot's skill
between seats. With --doubling N it prints how many of N games a table stay within their errors when
they are analysed with twice the playouts, how many single totals stay within 1.96 standard errors,
and by how many of them totals moved (root mean square; 1 if the errors are right). See
cubilete/study/luck.py. The exit code is 1 if a mean is off by more than two standard errors, or
less than 95 % of the games stay within their errors.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from cubilete.core.registry import find_game
from cubilete.study.kept import Kept
from cubilete.study.luck import (
    FEW,
    TABLES,
    Doubling,
    Table,
    TableLuck,
    errors_off,
    measure,
    measure_doubling,
    share_of_totals,
    share_within,
    spread,
)


def name_of(table: Table) -> str:
    options = " ".join(f"{name}={value}" for name, value in table.options)
    return " ".join(filter(None, [table.game, f"{table.players} players", options]))


def show(found: TableLuck) -> None:
    seats = []
    for seat in found.seats:
        luck = found.luck(seat)
        seats.append(f"{luck.mean:+.4f} ({errors_off(luck):+.1f} se)")
    off = found.off_seats()
    print(f"{'✗' if off else '✓'} {name_of(found.table)}: mean luck {', '.join(seats)}", flush=True)
    gaps = found.seat_differences()
    if gaps:
        (bot, seat), gap = max(gaps.items(), key=lambda each: abs(each[1]))
        print(f"    skill of {bot} in seat 0 and {seat}: {gap:+.1f} se apart", flush=True)


def moved(found: Sequence[Doubling]) -> str:
    """What twice the playouts changed, in words."""
    games = f"{share_within(found):.1%} of {len(found)} games within"
    totals = f"{share_of_totals(found):.1%} of single totals within 1.96 se"
    return f"{games}, {totals}, totals moved by {spread(found):.2f} se"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", metavar="GAME", nargs="*", help="all if none is named")
    parser.add_argument("--players", type=int, help="only tables of so many")
    parser.add_argument("--games", type=int, default=400, help="a table; 0: no means")
    parser.add_argument("--doubling", type=int, default=0, help="games a table; 10 for all")
    parser.add_argument("--effort", type=float, default=1.0, help="of the analyses for --doubling")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=None, help="one a core if not said")
    parser.add_argument("--state", type=Path, help="a file of games that a cut run goes on from")
    asked = parser.parse_args()
    kept = Kept(asked.state)
    wanted = [find_game(name).slug for name in asked.games_named]
    tables = [
        table
        for table in TABLES
        if (not wanted or table.game in wanted) and asked.players in (None, table.players)
    ]
    good = True
    compared: list[Doubling] = []
    with ProcessPoolExecutor(asked.jobs) as executor:
        for table in tables:
            if asked.games:
                found = measure(table, asked.games, asked.seed, FEW, executor, kept)
                show(found)
                good = good and not found.off_seats()
            if asked.doubling:
                here = measure_doubling(
                    table, asked.doubling, asked.seed, asked.effort, executor, kept
                )
                print(f"    {name_of(table)}, twice the playouts: {moved(here)}", flush=True)
                compared += here
    if compared:
        enough = share_within(compared) >= 0.95
        good = good and enough
        print(f"{'✓' if enough else '✗'} {moved(compared)}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
