"""The list of attacks, and what came of them as a table or as JSON."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from types import ModuleType

from attacks.arena import Arena

HELD, BROKEN, ERROR, ELSEWHERE = "held", "BROKEN", "ERROR", "elsewhere"
BAD = (BROKEN, ERROR)


class Broken(Exception):
    """An attack succeeded; the sentence says what was seen."""


class NotFromOutside(Exception):
    """An attack can't be made from outside here; the sentence says where it is tested."""


@dataclass(frozen=True)
class Attack:
    point: int
    title: str
    run: Callable[[Arena], str]


@dataclass(frozen=True)
class Finding:
    """The outcome of one attack."""

    point: int
    attack: str
    status: str
    seen: str
    seconds: float


def attack(point: int, title: str) -> Callable[[Callable[[Arena], str]], Attack]:
    """Makes a function an attack on one point."""
    return lambda run: Attack(point, title, run)


def attacks_of(modules: Sequence[ModuleType]) -> list[Attack]:
    """The attacks of modules, by point and then in the order in which they are written."""
    found = [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, Attack) and each.run.__module__ == module.__name__
    ]
    return sorted(found, key=lambda each: each.point)


def expect(condition: object, seen: str) -> None:
    """Raises Broken unless the condition holds."""
    if not condition:
        raise Broken(seen)


def carry_out(attack: Attack, arena: Arena) -> Finding:
    """Runs one attack. An error in the attack itself counts as bad: nothing was shown to hold."""
    start = time.monotonic()
    try:
        status, seen = HELD, attack.run(arena)
    except Broken as broken:
        status, seen = BROKEN, str(broken)
    except NotFromOutside as reason:
        status, seen = ELSEWHERE, str(reason)
    except Exception as error:
        status, seen = ERROR, f"the attack could not be made: {error!r}"
    return Finding(attack.point, attack.title, status, seen, round(time.monotonic() - start, 2))


def failed(findings: Sequence[Finding]) -> bool:
    """True where something is broken, could not be tried, or nothing was tried at all."""
    return not findings or any(finding.status in BAD for finding in findings)


def as_json(findings: Sequence[Finding]) -> str:
    return json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=1)


def as_table(findings: Sequence[Finding]) -> str:
    width = max((len(finding.attack) for finding in findings), default=0)
    lines = [
        f"{finding.point:2}  {finding.attack:{width}}  {finding.status:9}  {finding.seen}"
        for finding in findings
    ]
    return "\n".join([*lines, summary(findings)])


def summary(findings: Sequence[Finding]) -> str:
    counts = {
        status: sum(finding.status == status for finding in findings)
        for status in (HELD, BROKEN, ERROR, ELSEWHERE)
    }
    said = f"{len(findings)} attacks: {counts[HELD]} held, {counts[BROKEN]} broken"
    if counts[ERROR]:
        said += f", {counts[ERROR]} could not be made"
    if counts[ELSEWHERE]:
        said += f", {counts[ELSEWHERE]} tested elsewhere"
    return said
