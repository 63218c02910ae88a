"""A second, slow and simple implementation of 216, to compare the rules with.

It shares no code with them. It follows a game by the texts of its events and computes the
possible events, their audience and the result.
"""

from collections import Counter
from itertools import combinations, permutations, product

from cubilete.core.json_types import Json, JsonObject


def meets(when: str, dice: list[int]) -> bool:
    """Whether dice in some order meet a condition."""
    words = when.split()
    counts = sorted(Counter(dice).values())
    if words[0] == "sum":
        return compares(sum(dice), words[1], int(words[2]))
    if words[0] == "two" and len(words) == 3:
        return any(compares(sum(two), words[1], int(words[2])) for two in combinations(dice, 2))
    if words[0] == "no":
        return all(str(face) not in words[1:] for face in dice)
    if when == "pair":
        return counts != [1, 1, 1]
    if when == "pair different":
        return counts == [1, 2]
    if when == "triple":
        return counts == [3]
    if when == "different":
        return counts == [1, 1, 1]
    if when == "pair opposite":
        return any(a == b and a + c == 7 for a, b, c in permutations(dice))
    if when == "two opposite":
        return any(a + b == 7 for a, b in combinations(dice, 2))
    if when == "straight":
        rows = ("123", "234", "345", "456", "561", "612")
        return any("".join(map(str, order)) in rows for order in permutations(dice))
    return any(
        all(word in ("?", str(face)) for word, face in zip(words, order, strict=True))
        for order in permutations(dice)
    )


def compares(total: int, sign: str, number: int) -> bool:
    return {"=": total == number, ">=": total >= number, "<=": total <= number}[sign]


def rolls_that_meet(when: str) -> int:
    return sum(meets(when, list(dice)) for dice in product(range(1, 7), repeat=3))


class Objective:
    def __init__(self, card: Json) -> None:
        assert isinstance(card, dict)
        assert isinstance(card["score"], int)
        assert isinstance(card["bonus"], int)
        self.when = str(card["when"])
        self.score = card["score"]
        self.bonus = card["bonus"]


class Oracle:
    """A game of 216 that follows events in notation."""

    def __init__(self, seats: int, target: int, material: JsonObject) -> None:
        assert isinstance(material["objectives"], list)
        assert isinstance(material["helps"], dict)
        self.objectives: dict[str, Objective] = {}
        for card in material["objectives"]:
            assert isinstance(card, dict)
            self.objectives[str(card["id"])] = Objective(card)
        self.seats = seats
        self.target = target
        self.deck = set(self.objectives)
        self.discards: set[str] = set()
        self.offer: list[str] = []
        self.helps: Counter[str] = Counter()
        for kind, count in material["helps"].items():
            assert isinstance(count, int)
            self.helps[kind] = count
        self.used: Counter[str] = Counter()
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.scores = [0] * max(2, seats)
        self.first = 0
        self.seat = 0
        self.dice: list[int] = []
        self.rolls = 0
        self.helped = False
        self.over = False
        self.expects = "start" if seats > 1 else "offer"
        self.to_roll = 0
        self.dealing = True
        self.ia = False
        self.refill_after_help = False
        self.rebuilt: set[str] = set()

    # --- Possible events ---

    def possible(self) -> dict[str, int]:
        """The possible outcomes, with their weights."""
        if self.expects == "start":
            return {f"start {seat}": 1 for seat in range(self.seats)}
        if self.expects == "offer":
            return {f"offer {name}": 1 for name in self.deck or self.discards}
        if self.expects == "help":
            helps = self.helps if self.helps.total() else self.used
            return {f"help {kind}": count for kind, count in helps.items() if count}
        falls = Counter(tuple(sorted(d)) for d in product(range(1, 7), repeat=self.to_roll))
        return {"roll " + " ".join(map(str, dice)): ways for dice, ways in falls.items()}

    def legal(self) -> list[str]:
        if self.ia:
            lowest = min(self.objectives[name].score for name in self.offer)
            return sorted(f"ia {n}" for n in self.offer if self.objectives[n].score == lowest)
        found: set[str] = set()
        for name in self.offer:
            if meets(self.objectives[name].when, self.dice):
                served = self.rolls == 1 and not self.helped
                found |= {f"claim {name}{b}" for b in ((" points", " help") if served else ("",))}
        for kind, count in self.hands[self.seat].items():
            found |= self.uses(kind) if count else set()
        if self.rolls == 1:
            for size in (1, 2, 3):
                for part in combinations(sorted(self.dice), size):
                    found.add("reroll " + " ".join(map(str, part)))
        else:
            found.add("pass")
        return sorted(found)

    def uses(self, kind: str) -> set[str]:
        if kind == "reroll-all":
            return {"help reroll-all"}
        if kind in ("shift1", "shift2"):
            return {f"help {sign}{kind[-1]} {face}" for sign in "+-" for face in self.dice}
        if kind.startswith("set"):
            return {f"help {kind} {face}" for face in self.dice if str(face) != kind[-1]}
        return {f"help {kind} {face}" for face in self.dice}

    def audience(self) -> tuple[int, ...] | None:
        return (self.seat,) if self.expects == "help" else None

    # --- Effects of events ---

    def follow(self, text: str) -> None:
        words = text.split()
        if self.expects == "decision":
            self.decide(words)
        elif words[0] == "start":
            self.first = self.seat = int(words[1])
            self.expects = "offer"
        elif words[0] == "offer":
            self.refill(words[1])
        elif words[0] == "help":
            if not self.helps.total():
                self.helps, self.used = self.used, Counter()
                self.rebuilt.add("helps")
            self.helps[words[1]] -= 1
            self.hands[self.seat][words[1]] += 1
            self.after_help()
        else:
            self.dice += map(int, words[1:])
            self.expects = "decision"

    def decide(self, words: list[str]) -> None:
        if words[0] == "ia":
            self.ia_takes(words[1])
        elif words[0] == "claim":
            objective = self.objectives[words[1]]
            self.scores[self.seat] += objective.score
            if words[2:] == ["points"]:
                self.scores[self.seat] += objective.bonus
            self.offer.remove(words[1])
            self.discards.add(words[1])
            self.refill_after_help = True
            if words[2:] == ["help"]:
                self.draw_help()
            else:
                self.after_help()
        elif words[0] == "pass":
            self.draw_help()
        elif words[0] == "reroll":
            self.rolls = 2
            self.lift([int(face) for face in words[1:]])
        else:
            self.use(words[1], [int(face) for face in words[2:]])

    def use(self, name: str, faces: list[int]) -> None:
        kind = {"+1": "shift1", "-1": "shift1", "+2": "shift2", "-2": "shift2"}.get(name, name)
        self.hands[self.seat][kind] -= 1
        self.used[kind] += 1
        self.helped = True
        if name == "reroll-all":
            self.lift(list(self.dice))
        elif name == "reroll":
            self.lift(faces)
        else:
            self.dice.remove(faces[0])
            if name == "opposite":
                self.dice.append({1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}[faces[0]])
            elif name.startswith("set"):
                self.dice.append(int(name[3]))
            else:
                ring = [6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2]
                self.dice.append(ring[ring.index(faces[0], 3) + int(name)])

    def lift(self, faces: list[int]) -> None:
        for face in faces:
            self.dice.remove(face)
        self.to_roll = len(faces)
        self.expects = "roll"

    def draw_help(self) -> None:
        if self.helps.total() or self.used.total():
            self.expects = "help"
        else:
            self.after_help()

    def after_help(self) -> None:
        if self.refill_after_help:
            self.expects = "offer"
        else:
            self.end_turn()

    def refill(self, name: str) -> None:
        if not self.deck:
            self.deck, self.discards = self.discards, set()
            self.rebuilt.add("objectives")
        self.deck.remove(name)
        self.offer.append(name)
        if self.dealing:
            if len(self.offer) == 4:
                self.dealing = False
                self.begin_turn(self.first)
        elif self.ia:
            self.end_round()
        else:
            self.end_turn()

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.ia = self.helped = self.refill_after_help = False
        self.rolls = 1
        self.dice = []
        self.to_roll = 3
        self.expects = "roll"

    def end_turn(self) -> None:
        following = (self.seat + 1) % self.seats
        if self.seats == 1:
            self.ia = True
            self.expects = "decision"
            choices = self.legal()
            if len(choices) == 1:
                self.ia_takes(choices[0].split()[1])
        elif following == self.first:
            self.end_round()
        else:
            self.begin_turn(following)

    def ia_takes(self, name: str) -> None:
        self.scores[1] += self.objectives[name].score
        self.offer.remove(name)
        self.discards.add(name)
        self.expects = "offer"

    def end_round(self) -> None:
        best = max(self.scores)
        if best >= self.target and self.scores.count(best) == 1:
            self.over = True
        else:
            self.begin_turn(self.first)
