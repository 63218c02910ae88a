"""A report as JSON: what `cubilete analyse --json` prints, the API sends and a store keeps.

`read_summary` gives the same report back, to the last digit. Programs read these names, so they
stay; what is only added keeps the number of the form, and anything else raises it.
"""

import json
from collections.abc import Sequence
from typing import cast

from cubilete.bots.analysis import Choice, Step, Vector
from cubilete.bots.report import Report
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.parts.policy import Effort

FORM = 1
"""The number of the form."""


def summary(report: Report, game: str, names: Sequence[str]) -> JsonObject:
    """The whole report. `names` are those of the seats, and of 216's solo opponent."""
    return {
        "form": FORM,
        "game": game,
        "seed": report.seed,
        "compiled": report.compiled,
        "playouts": {
            "value": report.effort.value,
            "decision": report.effort.decision,
            "shortlist": report.effort.shortlist,
            "turns": report.effort.turns,
        },
        "unit": "points" if report.alone else "share",
        "initial": numbers(report.initial),
        "initial_errors": numbers(report.initial_errors),
        "seats": [seat_summary(report, seat, name) for seat, name in enumerate(names)],
        "deciding": [step.first for step in report.deciding()],
        "steps": [step_summary(report, step) for step in report.steps],
    }


def seat_summary(report: Report, seat: int, name: str) -> JsonObject:
    found = report.seat(seat)
    return {
        "name": name,
        "initial": found.initial,
        "final": found.final,
        "luck": found.luck,
        "skill": found.skill,
        "own_skill": found.own_skill,
        "others_skill": found.others_skill,
        "error": found.error,
        "adjusted": found.adjusted,
        "adjusted_error": found.adjusted_error,
        "cost": found.cost,
        "cost_by_bots": found.cost_by_bots,
        "verdicts": dict(found.verdicts),
        "verdicts_by_bots": dict(found.verdicts_by_bots),
    }


def step_summary(report: Report, step: Step) -> JsonObject:
    return {
        "first": step.first,
        "last": step.last,
        "change": numbers(step.change),
        "luck": numbers(step.luck),
        "skill": numbers(step.skill),
        "choices": [choice_summary(report, choice) for choice in step.choices],
    }


def choice_summary(report: Report, choice: Choice) -> JsonObject:
    return {
        "n": choice.n,
        "seat": choice.seat,
        "chosen": choice.chosen,
        "best": choice.best,
        "cost": choice.cost,
        "lead": choice.lead,
        "cost_error": choice.cost_error,
        "skill": numbers(choice.skill),
        "skill_errors": numbers(choice.skill_errors),
        "verdict": report.verdict(choice),
        "bot": choice.by_bot,
    }


def numbers(vector: Vector) -> list[Json]:
    return list(vector)


# --- Reading it again ---


def read_summary(text: str) -> Report | None:
    """The report that `summary` has made; None for one of another form."""
    found = json.loads(text)
    if found.get("form") != FORM:
        return None
    playouts = found["playouts"]
    return Report(
        seed=found["seed"],
        effort=Effort(**playouts),
        initial=vector_of(found["initial"]),
        initial_errors=vector_of(found["initial_errors"]),
        steps=tuple(map(read_step, found["steps"])),
        compiled=found["compiled"],
    )


def read_step(found: JsonObject) -> Step:
    return Step(
        first=cast(int, found["first"]),
        last=cast(int, found["last"]),
        change=vector_of(found["change"]),
        choices=tuple(map(read_choice, cast(list[JsonObject], found["choices"]))),
    )


def read_choice(found: JsonObject) -> Choice:
    return Choice(
        n=cast(int, found["n"]),
        seat=cast(int, found["seat"]),
        chosen=cast(str, found["chosen"]),
        best=cast(str, found["best"]),
        cost=cast(float, found["cost"]),
        # Reports that were stored by earlier versions have none.
        lead=cast(float, found.get("lead", found["cost"])),
        cost_error=cast(float, found["cost_error"]),
        skill=vector_of(found["skill"]),
        skill_errors=vector_of(found["skill_errors"]),
        by_bot=cast(bool, found["bot"]),
    )


def vector_of(found: Json) -> Vector:
    return tuple(cast(list[float], found))
