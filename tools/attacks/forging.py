"""Records as a forger changes them: parsed lines, the seal computed anew, and whole games with a
seed of the forger's choice.

The recipe of the dice is written here a second time, from docs/fair-dice.md: a forger has the
secret, because every finished record tells it.
"""

import copy
import hashlib
import hmac
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cubilete import CHANCE, Match, find_game

Line = dict[str, Any]
FIRST, SECOND = "cubilete-fair/1", "cubilete-fair/2"


@dataclass
class Forged:
    """A record to be changed: a copy of an honest one."""

    header: Line
    events: list[Line]
    result: Line

    @classmethod
    def copy_of(cls, text: str) -> "Forged":
        header, *events, result = (json.loads(line) for line in text.splitlines())
        return cls(header, events, result["result"])

    def copy(self) -> "Forged":
        return copy.deepcopy(self)

    @property
    def fair(self) -> Line:
        found: Line = self.header["fair"]
        return found

    @property
    def recipe(self) -> str:
        return str(self.fair.get("recipe", FIRST))

    @property
    def outcomes(self) -> list[Line]:
        return [event for event in self.events if event["by"] == "chance"]

    def text(self) -> str:
        lines = [self.header, *self.events, {"result": self.result}]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def sealed(self) -> str:
        """The text, with the seal that fits what it says now."""
        if "seal" in self.result.get("fair", {}):
            self.result["fair"]["seal"] = seal_of(self)
        return self.text()


def seal_of(record: Forged) -> str:
    header, result = record.header, record.result
    lines = ["cubilete-seal/2", f"{header['game']} {header['edition']} {record.fair['table']}"]
    lines += [
        f"{kind} {name}"
        for kind, name in zip(header.get("kinds", []), header["players"], strict=False)
    ]
    lines += [f"{event['n']} {event['by']} {event['text']}" for event in record.events]
    if "scores" in result:
        numbers = ["scores", *result["scores"], "winners", *result["winners"]]
        lines.append(" ".join(map(str, numbers)))
    else:
        lines.append("abandoned")
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def words(record: Forged, n: int) -> Iterator[int]:
    """The random words of one event."""
    fair, secret = record.fair, bytes.fromhex(record.result["fair"]["secret"])
    tail = list(fair["seeds"])
    if record.recipe == SECOND:
        kinds = [kind.partition(" ")[0] for kind in record.header["kinds"]]
        seating = "".join(
            f"{kind}\n{'' if kind == 'bot' else name}\n{seed}\n"
            for kind, name, seed in zip(kinds, record.header["players"], tail, strict=True)
        )
        tail = [hashlib.sha256(seating.encode()).hexdigest()]
    block = 0
    while True:
        message = "\n".join([record.recipe, fair["table"], str(n), str(block), *tail])
        digest = hmac.digest(secret, message.encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def draw(record: Forged, n: int, sizes: Sequence[int]) -> list[int]:
    source = words(record, n)
    return [next(w % size for w in source if w < 2**32 // size * size) for size in sizes]


def played_anew(record: Forged) -> Forged:
    """A whole game of random decisions with the dice that the record's header gives now.

    This is what a server can do that chooses a seed after it has seen the others.
    """
    made = record.copy()
    match = Match(find_game(made.header["game"]), made.header["players"])
    made.events = []
    rng = random.Random(1)
    while not match.state.over:
        state = match.state
        line: Line = {"n": len(match.events) + 1}
        if state.turn() == CHANCE:
            sizes = state.draws()
            drawn = draw(made, line["n"], sizes)
            text = state.text(CHANCE, state.outcome(drawn))
            match.play(CHANCE, text)
            line |= {"by": "chance", "text": text, "fair": {"of": list(sizes), "drawn": drawn}}
        else:
            seat = state.to_act[0]
            text = rng.choice(state.legal_texts(seat))
            match.play(seat, text)
            line |= {"by": seat, "text": text}
        made.events.append(line)
    made.result |= {"scores": match.state.scores(), "winners": match.state.winners()}
    return made


def long_record(seed: int, events: int) -> str:
    """A game of 216 that goes on for as many events as one likes, without a result."""
    match = Match(find_game("216"), ["Ana", "Luis"], options={"target": 1_000_000})
    rng = random.Random(seed)
    while len(match.events) < events:
        state = match.state
        if state.turn() == CHANCE:
            drawn = [rng.randrange(size) for size in state.draws()]
            match.play(CHANCE, state.text(CHANCE, state.outcome(drawn)))
        else:
            seat = state.to_act[0]
            match.play(seat, rng.choice(state.legal_texts(seat)))
    return match.record().to_text()
