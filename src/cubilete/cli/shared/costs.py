"""What a command that plays many games has cost: time and memory."""

import sys
from dataclasses import dataclass
from time import monotonic
from typing import Any

from cubilete.cli.shared.console import _
from cubilete.core.message import N_


@dataclass(frozen=True)
class Cost:
    """How long the games took, and the peak memory of this process and of its largest child."""

    games: int
    seconds: float
    own_megabytes: float
    child_megabytes: float
    """0 where there was no other process of its own."""

    @property
    def games_a_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    def sentence(self) -> str:
        values: dict[str, Any] = {
            "games": f"{self.games:,}",
            "seconds": f"{self.seconds:.1f}",
            "speed": f"{self.games_a_second:,.0f}",
            "own": f"{self.own_megabytes:.0f}",
            "child": f"{self.child_megabytes:.0f}",
        }
        if not self.child_megabytes:
            return _(
                N_("{games} games in {seconds} s: {speed} per second. Peak memory: {own} MB."),
                **values,
            )
        return _(
            N_(
                "{games} games in {seconds} s: {speed} per second. Peak memory: {own} MB, and "
                "{child} MB in the largest of its processes."
            ),
            **values,
        )

    def to_json(self) -> dict[str, float]:
        return {
            "played": self.games,
            "seconds": round(self.seconds, 3),
            "games_a_second": round(self.games_a_second, 1),
            "megabytes": round(self.own_megabytes, 1),
            "megabytes_of_largest_child": round(self.child_megabytes, 1),
        }


class Meter:
    """Measures from when it is made. Children count once they have ended."""

    def __init__(self) -> None:
        self.began = monotonic()

    def cost(self, games: int) -> Cost:
        return Cost(games, monotonic() - self.began, *peaks())


def peaks() -> tuple[float, float]:
    """The peak memory of this process and of the largest that it has waited for, in megabytes;
    0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0, 0.0
    import resource

    kilobytes = 1 if sys.platform == "darwin" else 1024  # macOS tells bytes
    own, child = (
        resource.getrusage(who).ru_maxrss * kilobytes / 1024**2
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own, child
