"""The JSON that programs send and receive. Names of fields are part of the API: they stay."""

from typing import Annotated

from pydantic import BaseModel, Field

from cubilete.core.game import SEATS_AT_MOST

Text = Annotated[str, Field(max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=24)]
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
    seat: Annotated[int, Field(ge=0, lt=SEATS_AT_MOST)]
    seed: Seed = ""


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


class SeatLink(BaseModel):
    link: Annotated[str, Field(description="to be opened in a browser, where a person confirms it")]
    seconds: Annotated[int, Field(description="how long it works")]


class StoredRecord(BaseModel):
    record: str
    link: Annotated[str, Field(description="where the game can be replayed")]
