"""The analysis of a record in questions that worker processes answer one by one: `plan`, then
`work` for each step, then `finish`.

What travels is text and small values. A worker replays the record once for all its steps
(`analyst_of`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cubilete.bots.report import Studied, Task, analyst_of, put_together, usual_effort
from cubilete.bots.summary import summary
from cubilete.core.record import Event, Record, read_record
from cubilete.core.registry import find_game


@dataclass(frozen=True)
class Plan:
    """What there is to do."""

    task: Task
    steps: int


@dataclass(frozen=True)
class Findings:
    """What was studied at all steps."""

    task: Task
    studied: Sequence[Studied]


def plan(record_text: str) -> Plan:
    """Checks that a record can be analysed, and counts its steps."""
    record = lean(read_record(record_text.encode()))
    effort = usual_effort(find_game(record.header.game), len(record.events))
    task = Task(record.to_text(), effort)
    return Plan(task, len(analyst_of(task).steps()))


def finish(findings: Findings) -> str:
    """The report as text (`summary`)."""
    analyst = analyst_of(findings.task)
    report = put_together(analyst, findings.studied)
    names = analyst.game.words.score_names(analyst.match.players, len(report.initial))
    return json.dumps(summary(report, analyst.game.slug, names), separators=(",", ":"))


def lean(record: Record) -> Record:
    """A record without what an analysis does not need: lists of legal actions and proofs of dice,
    which are most of its text."""
    events = tuple(map(lean_event, record.events))
    header = replace(record.header, more={})
    return replace(record, header=header, events=events, result=None)


def lean_event(event: Event) -> Event:
    marks = {name: value for name, value in event.more.items() if name == "bot"}
    return replace(event, legal=None, more=marks)
