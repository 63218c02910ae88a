"""The JSON that programs send and receive. Names of fields are part of the API: they stay."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cubilete.core.game import SEATS_AT_MOST
from cubilete.host.finished.analyses import State

Text = Annotated[str, Field(max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Field(ge=0, lt=SEATS_AT_MOST)]
Seed = Annotated[
    str,
    Field(
        pattern="^([0-9a-f]{16,128})?$",
        description="your share in the dice; without one the table makes it from its secret",
    ),
]


Prepared = Annotated[
    list[str],
    Field(
        description="for each seat the SHA-256 of the seed that the table brings where nobody does"
    ),
]


class GameInfo(BaseModel):
    slug: str
    name: str
    least_players: int
    most_players: int
    minutes: int
    options: list[str]
    defaults: Annotated[
        dict[str, bool | int | list[str]], Field(description="options where nothing is said")
    ]
    bots: list[str]
    hints: Annotated[bool, Field(description="whether there are hints for it")]


class NewTable(BaseModel):
    game: Text
    name: Name = "program"
    people: Annotated[
        int, Field(ge=1, le=SEATS_AT_MOST, description="seats for people, yours among them")
    ] = 1
    bots: Annotated[int, Field(ge=0, le=SEATS_AT_MOST)] = 1
    bot: Annotated[
        Text | list[Text],
        Field(
            max_length=SEATS_AT_MOST,
            description="the name of the bots, or one name for each of them",
        ),
    ] = ""
    options: dict[str, bool | int | list[Text]] = {}
    clock: Annotated[Text, Field(description="“decision 30”, “game 300” …, or none")] = ""
    invited_only: Annotated[
        bool, Field(strict=True, description="whether a seat can be taken only with its invitation")
    ] = False
    hints: Annotated[
        bool | None,
        Field(
            strict=True,
            description="allows hints to all who sit down, or to nobody for good; without a word"
            " they are allowed to one person alone, and to several when all agree",
        ),
    ] = None
    draft: Annotated[str, Field(max_length=100, description="from /api/draft")] = ""
    seed: Seed = ""


class DraftInfo(BaseModel):
    """A table that is not open yet, committed to its secret before it knows any seed."""

    draft: str
    table: str
    commitment: str
    prepared: Prepared


class Sitting(BaseModel):
    name: Name
    seat: SeatNumber
    seed: Seed = ""
    invitation: Annotated[
        str, Field(max_length=64, description="the code of the seat's personal link")
    ] = ""


class Invitation(BaseModel):
    """A free seat, for one person or program whom the opener chooses."""

    seat: int
    invitation: str
    link: Annotated[str, Field(description="the page where a person sits down with it")]


class OneSeat(BaseModel):
    seat: SeatNumber


class Filling(BaseModel):
    seats: Annotated[
        list[SeatNumber],
        Field(max_length=SEATS_AT_MOST, description="free seats; all of them where none is named"),
    ] = []
    bot: Annotated[Text, Field(description="the name of the bots; the table's own without one")] = (
        ""
    )


class Ending(BaseModel):
    agree: Annotated[
        bool,
        Field(strict=True, description="asks to end the game, or agrees; false objects"),
    ] = True


class HintRequest(BaseModel):
    on: Annotated[int, Field(ge=0, description="the last event that you have seen")]
    revision: Annotated[int | None, Field(ge=0, description="the revision that you have seen")] = (
        None
    )
    text: Annotated[Text, Field(description="an action that is judged in any case")] = ""


class JudgedChoice(BaseModel):
    text: Annotated[str, Field(description="the action in notation: what a move would send")]
    words: Annotated[str, Field(description="the action in the language that you accept")]
    worth: Annotated[
        float, Field(description="your share of the victory; points in a game played alone")
    ]
    error: Annotated[float, Field(description="the standard error of the worth")]
    behind: Annotated[float, Field(description="how much less it is worth than the best")]
    behind_error: Annotated[float, Field(description="the standard error of that difference")]


class HintAnswer(BaseModel):
    on: Annotated[int, Field(description="the last event that the hints are for")]
    points: Annotated[bool, Field(description="whether worths are points")]
    playouts: Annotated[int, Field(description="games played out for the best choice")]
    shortened: Annotated[
        bool, Field(description="whether there were fewer, because the rules are not compiled")
    ]
    choices: Annotated[list[JudgedChoice], Field(description="the best first")]


class HintsAnswer(BaseModel):
    agree: Annotated[
        bool,
        Field(strict=True, description="asks to allow hints, or agrees; false refuses or ends it"),
    ] = True


class Seated(BaseModel):
    table: str
    seat: int
    token: str
    commitment: str
    fingerprint: str


class SeatPrint(BaseModel):
    seat: int
    name: str
    fingerprint: Annotated[str, Field(description="SHA-256 of the seed as it is written")]
    own: Annotated[bool, Field(description="brought by the player, or made by the table")]


class Fair(BaseModel):
    """The commitment of the dice and the seeds; empty where people roll their own."""

    commitment: Annotated[str, Field(description="SHA-256 of the table's secret")]
    seats: list[SeatPrint]
    prepared: Prepared = []
    seal: Annotated[
        str, Field(description="the hash of seats, events and result of a game that is over")
    ] = ""


class Move(BaseModel):
    text: Text
    on: Annotated[int, Field(ge=0, description="the last event that you have seen")]
    revision: Annotated[
        int | None,
        Field(ge=0, description="the revision that you have seen: tells what was taken back since"),
    ] = None
    key: Annotated[str, Field(max_length=64, description="your own; a repeated key plays once")] = (
        ""
    )


class Saying(BaseModel):
    text: Annotated[str, Field(max_length=300)]


class StandIn(BaseModel):
    seat: SeatNumber
    playing: Annotated[
        bool, Field(strict=True, description="whether a bot plays there from now on")
    ]


class SeenEvent(BaseModel):
    n: int
    by: int | str
    text: str


class Look(BaseModel):
    table: str
    game: str
    revision: int
    seat: int | None
    names: list[str]
    begun: bool
    over: bool
    on: int
    view: dict[str, object] | None
    events: list[SeenEvent]
    clock: Annotated[
        list[float] | None, Field(description="seconds left of each seat, where there is a clock")
    ] = None
    absent: Annotated[
        list[int],
        Field(description="seats of people who have been away for a while: a bot may play there"),
    ] = []
    left: Annotated[list[int], Field(description="seats of people who have left the game")] = []
    end_asked: Annotated[
        int | None, Field(description="the seat that has asked to end the game for all")
    ] = None
    cancelled: Annotated[bool, Field(description="closed by its opener before the start")] = False
    hints: Annotated[bool, Field(description="whether hints are allowed now")] = False
    hints_asked: Annotated[
        int | None, Field(description="the seat that has asked to allow hints")
    ] = None
    lesson: Annotated[
        bool, Field(description="a guided first game: what falls was laid down, not drawn")
    ] = False


class SeatLink(BaseModel):
    link: Annotated[str, Field(description="to be opened in a browser, where a person confirms it")]
    seconds: Annotated[int, Field(description="how long it works")]


class StoredRecord(BaseModel):
    record: str
    link: Annotated[str, Field(description="where the game can be replayed")]


# --- Analyses (cubilete.bots.summary writes the report) ---


class AnalysisProgress(BaseModel):
    state: State
    done: Annotated[int, Field(description="steps that are done")]
    total: Annotated[int, Field(description="steps of the game; 0 until they have been counted")]


Vector = Annotated[list[float], Field(description="a number for every seat")]
Verdicts = Annotated[
    dict[str, int], Field(description="how many are fine, inaccuracy, error and blunder")
]


class AnalysedChoice(BaseModel):
    """A decision, judged by what its seat knew."""

    n: Annotated[int, Field(description="the number of its event")]
    seat: int
    chosen: Annotated[str, Field(description="in notation")]
    best: str
    cost: Annotated[float, Field(description="what the seat lost against the best action")]
    lead: Annotated[
        float | None,
        Field(description="the cost as measured; less than 0 by noise; missing in old reports"),
    ] = None
    cost_error: Annotated[float, Field(description="its standard error")]
    skill: Vector
    skill_errors: Vector
    verdict: Literal["fine", "inaccuracy", "error", "blunder"]
    bot: Annotated[bool, Field(description="a bot decided for a person")]


class AnalysedStep(BaseModel):
    """An event, or the sealed decisions of one turn together."""

    first: Annotated[int, Field(description="the number of its first event")]
    last: int
    change: Annotated[Vector, Field(description="of the value; luck and skill together")]
    luck: Vector
    skill: Vector
    choices: list[AnalysedChoice]


class AnalysedSeat(BaseModel):
    """final - initial = luck + own_skill + others_skill"""

    name: str
    initial: float
    final: float
    luck: float
    skill: float
    own_skill: float
    others_skill: float
    error: Annotated[float, Field(description="the standard error of the skill")]
    adjusted: Annotated[float, Field(description="the result without luck")]
    adjusted_error: Annotated[float, Field(description="its standard error, and that of luck")]
    cost: Annotated[float, Field(description="what all its decisions cost against the best ones")]
    cost_by_bots: Annotated[float, Field(description="of those that a bot took for a person")]
    verdicts: Verdicts
    verdicts_by_bots: Verdicts


class Playouts(BaseModel):
    value: Annotated[int, Field(description="for the value of each position")]
    decision: Annotated[int, Field(description="for each decision")]
    shortlist: Annotated[int, Field(description="actions that are tried at most")]
    turns: Annotated[int, Field(description="after which the rest is estimated; 0: never")]


class AnalysisReport(BaseModel):
    form: Annotated[int, Field(description="of this report; 1")]
    game: str
    seed: int
    compiled: Annotated[bool, Field(description="interpreted, there are far fewer playouts")]
    playouts: Playouts
    unit: Annotated[
        Literal["share", "points"], Field(description="of the victory, or points if played alone")
    ]
    initial: Vector
    initial_errors: Vector
    seats: list[AnalysedSeat]
    deciding: Annotated[list[int], Field(description="the first events of the three that decided")]
    steps: list[AnalysedStep]
