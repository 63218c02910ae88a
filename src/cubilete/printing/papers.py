"""The papers that can be printed on. This module needs no typesetter."""

from dataclasses import dataclass

from cubilete.core.errors import BadOption
from cubilete.core.message import N_


@dataclass(frozen=True)
class Paper:
    """A page size in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}


def find_paper(name: str) -> Paper:
    if name.lower() not in PAPERS:
        raise BadOption(
            "unknown-paper",
            "",
            N_("There is no paper “{name}” here; choose {known}."),
            name=name,
            known=", ".join(PAPERS),
        )
    return PAPERS[name.lower()]
