"""How a game ended for one person: a document of the kind `result`, made from the finished table.

A table is read from its first entry to learn its result, so the result is kept. Everything in it
follows from the table and its analysis: it may be removed at any time and is made again.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from cubilete.bots.report import Report
from cubilete.core.message import Message
from cubilete.core.parts.rules import Setup
from cubilete.language import LANGUAGES, capital, say
from cubilete.store.documents import Document
from cubilete.table.names import isolated
from cubilete.table.plan import BOT
from cubilete.table.table import Table

KIND = "result"
EARLIER = "earlier material"
"""Marks the variant of a game that was played with material that was the default before."""
FORM = 2
"""Raised when what is kept changes: results of another form are made again."""


@dataclass(frozen=True)
class Opponent:
    """Somebody else who played."""

    number: int
    """Of their score."""
    name: str
    bot: str
    """How well the bot plays; "" for people."""
    owner: str
    """Tells people apart who have the same name; "" for bots and automata."""


@dataclass(frozen=True)
class Result:
    table: str
    game: str
    seat: int
    """The person's own seat: the first one, if they had several."""
    seats: int
    """How many seats were theirs. With several nobody can tell who of them is the person."""
    ended: int
    """Unix time; 0 where it is not known."""
    abandoned: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    opponents: tuple[Opponent, ...]
    lowest_wins: bool
    variant: str
    """What must be equal for two scores to be compared: the options, as JSON, and EARLIER."""
    material: bool
    """Whether it was played with a deck, sheets or level of ours, present or earlier."""
    remark: dict[str, str]
    """What the game says of its end, in each language: the rank of a solo score."""
    lesson: bool = False
    luck: float | None = None
    """None until the game was analysed; a share of the victory, or points where one was alone."""
    skill: float | None = None

    @property
    def alone(self) -> bool:
        """Whether nobody could be beaten."""
        return len(self.scores) == 1

    @property
    def won(self) -> bool:
        return self.seat in self.winners and not self.alone

    @property
    def shared(self) -> bool:
        return self.won and len(self.winners) > 1

    @property
    def counts(self) -> bool:
        """Whether it is a game that records and victories are counted from."""
        return not self.abandoned and not self.lesson and self.seats == 1

    @property
    def points(self) -> int:
        return self.scores[self.seat]

    def analysed(self, report: Report) -> "Result":
        found = report.seat(self.seat)
        return replace(self, luck=found.luck, skill=found.skill)


def result_of(table: Table, owner: str) -> Result | None:
    """None for a game that never began, or that the person did not play."""
    match, mine = table.match, table.seats_of(owner)
    if match is None or not table.over or not mine:
        return None
    ending = match.result
    assert ending is not None
    names = table.game.words.score_names(table.names(), len(ending.scores) or len(table.seats))
    remark = Message("") if ending.abandoned else table.game.words.remark(table.view(None))
    return Result(
        table=table.plan.table,
        game=table.plan.game,
        seat=mine[0],
        seats=len(mine),
        ended=table.duration.ended or 0,
        abandoned=ending.abandoned,
        scores=ending.scores,
        winners=ending.winners,
        opponents=tuple(opponents(table, names, mine)),
        lowest_wins=table.plan.options.get("lowest_wins") is True,
        variant=variant_of(table),
        material=is_usual_material(table),
        remark={
            language: capital(say(remark, language, list(map(isolated, names))))
            for language in LANGUAGES
        },
        lesson=table.plan.lesson is not None,
    )


def opponents(table: Table, names: Sequence[str], mine: Sequence[int]) -> list[Opponent]:
    """All others, among them an automaton beyond the seats."""
    found: list[Opponent] = []
    for number, name in enumerate(names):
        if number in mine:
            continue
        seat = table.seats[number] if number < len(table.seats) else None
        bot = "" if seat is None or seat.kind != BOT else seat.bot
        found.append(Opponent(number, name, bot, seat.owner if seat is not None else ""))
    return found


def usual_setup(table: Table) -> Setup:
    """As if it were played with the material that we ship."""
    return table.game.setup(len(table.seats), table.plan.options)


def is_usual_material(table: Table) -> bool:
    return table.plan.material in (None, usual_setup(table).material) or is_earlier_material(table)


def is_earlier_material(table: Table) -> bool:
    options = usual_setup(table).options
    return table.plan.material in table.game.rules.earlier_material(options)


def variant_of(table: Table) -> str:
    earlier = {EARLIER: True} if is_earlier_material(table) else {}
    return json.dumps({**table.plan.options, **earlier}, sort_keys=True)


# --- As a document ---


def key_of(owner: str, table: str) -> str:
    return f"{owner}/{table}"


def document_of(result: Result, owner: str) -> Document:
    return Document(KIND, key_of(owner, result.table), content_of(result), owner)


def content_of(result: Result) -> str:
    return json.dumps({"form": FORM, **asdict(result)}, ensure_ascii=False)


def result_from(content: str) -> Result | None:
    """None for a result of another form."""
    found = json.loads(content)
    if found.pop("form") != FORM:
        return None
    found["opponents"] = tuple(Opponent(**each) for each in found["opponents"])
    for key in ("scores", "winners"):
        found[key] = tuple(found[key])
    return Result(**found)
