"""A second, slow implementation of Pa' fuera that reads the events of a record.

It shares only the notation with the rules. It lists every conceivable action and removes those
that a rule forbids.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product


@dataclass
class Offer:
    number: int
    proposer: int
    face: str
    shares: dict[int, int]
    accepted: set[int]


@dataclass
class Standing:
    """The standing call, and the passes and proposals against it."""

    face: str
    cost: int
    owners: set[int]
    passed: set[int] = field(default_factory=set)
    offers: list[Offer] = field(default_factory=list)
    made: dict[int, int] = field(default_factory=dict)


class Oracle:
    def __init__(self, players: int) -> None:
        self.seats = list(range(players))
        self.tokens = dict.fromkeys(self.seats, 5)
        self.dice = dict.fromkeys(self.seats, 5)
        self.events = 0
        self.rolling = list(self.seats)
        self.starter: int | None = None
        self.cups: dict[int, list[str]] = {}
        self.standing: Standing | None = None
        self.raising_over = False
        self.game_over = False

    # --- What is expected next ---

    def expects(self) -> str:
        if self.game_over:
            return "over"
        if self.starter is None or len(self.cups) < len(self.with_dice()):
            return "chance"
        return "table" if self.raising_over else "seats"

    def with_dice(self) -> list[int]:
        return [seat for seat in self.seats if self.dice[seat] > 0]

    def shaker(self) -> int:
        return next(seat for seat in self.with_dice() if seat not in self.cups)

    def blind(self) -> bool:
        """May only be called before the first call of a round."""
        return sum(self.tokens.values()) == 1

    def audience(self) -> list[int] | None:
        """The `to` of the chance event that is due."""
        if self.starter is None:
            return None
        return [] if self.blind() else [self.shaker()]

    def free_to_act(self) -> list[int]:
        if self.expects() != "seats":
            return []
        if self.standing is None:
            assert self.starter is not None
            return [self.starter]
        return [seat for seat in self.seats if not self.has_passed(seat) and not self.owns(seat)]

    def owns(self, seat: int) -> bool:
        return self.standing is not None and seat in self.standing.owners

    def has_passed(self, seat: int) -> bool:
        assert self.standing is not None
        return seat in self.standing.passed or self.tokens[seat] == 0

    # --- What a seat may do ---

    def legal(self, seat: int) -> list[str]:
        if seat not in self.free_to_act():
            return []
        return sorted(text for text in self.imaginable(seat) if self.allows(seat, text))

    def imaginable(self, seat: int) -> Iterator[str]:
        yield "pass"
        for face in range(1, 7):
            yield f"call {face}"
        for number in range(1, self.events + 2):
            for word in ("accept", "decline", "withdraw"):
                yield f"{word} #{number}"
        most = [range(self.tokens[other] + 1) for other in self.seats]
        for shares in product(*most):
            if shares[seat] and self.standing and sum(shares) == self.standing.cost + 1:
                named = " ".join(f"{other}:{n}" for other, n in enumerate(shares) if n)
                for face in range(1, 7):
                    yield f"propose {face} {named}"

    def allows(self, seat: int, text: str) -> bool:
        word, *rest = text.split(" ")
        standing = self.standing
        if standing is None:
            return word == "call"
        if word == "pass":
            return True
        if word == "call":
            return self.tokens[seat] >= standing.cost + 1
        if word == "propose":
            named = [int(share.split(":")[0]) for share in rest[1:]]
            return (
                len(named) >= 2
                and not any(self.has_passed(other) or self.owns(other) for other in named)
                and all(offer.proposer != seat for offer in standing.offers)
                and standing.made.get(seat, 0) < 3
            )
        offer = self.offer(int(rest[0][1:]))
        if offer is None:
            return False
        if word == "withdraw":
            return offer.proposer == seat
        return seat in offer.shares and seat not in offer.accepted

    def offer(self, number: int) -> Offer | None:
        assert self.standing is not None
        return next((offer for offer in self.standing.offers if offer.number == number), None)

    # --- What happens ---

    def happen(self, by: int | str, text: str) -> None:
        self.events += 1
        word, *rest = text.split(" ")
        if word == "first":
            self.first(rest)
        elif word == "shake":
            self.cups[self.shaker()] = rest
        elif word == "reveal":
            self.reveal()
        else:
            assert isinstance(by, int)
            self.decide(by, word, rest)
            self.count_as_passed()

    def first(self, faces: list[str]) -> None:
        rolled = dict(zip(self.rolling, faces, strict=True))
        highest = max(rolled.values())
        self.rolling = [seat for seat in self.rolling if rolled[seat] == highest]
        if len(self.rolling) == 1:
            self.starter = self.rolling[0]

    def decide(self, seat: int, word: str, rest: list[str]) -> None:
        if word == "call":
            cost = 1 if self.standing is None else self.standing.cost + 1
            self.stand(rest[0], {seat: cost})
            return
        standing = self.standing
        assert standing is not None
        if word == "pass":
            standing.passed.add(seat)
            standing.offers = [offer for offer in standing.offers if seat not in offer.shares]
        elif word == "propose":
            pairs = [share.split(":") for share in rest[1:]]
            shares = {int(other): int(n) for other, n in pairs}
            standing.offers.append(Offer(self.events, seat, rest[0], shares, {seat}))
            standing.made[seat] = standing.made.get(seat, 0) + 1
        else:
            offer = self.offer(int(rest[0][1:]))
            assert offer is not None
            if word == "accept":
                offer.accepted.add(seat)
                if offer.accepted == set(offer.shares):
                    self.stand(offer.face, offer.shares)
            else:
                standing.offers.remove(offer)

    def stand(self, face: str, shares: dict[int, int]) -> None:
        for seat, n in shares.items():
            self.tokens[seat] -= n
        self.standing = Standing(face, sum(shares.values()), set(shares))

    def count_as_passed(self) -> None:
        standing = self.standing
        assert standing is not None
        able = [seat for seat in self.seats if not self.has_passed(seat) and not self.owns(seat)]
        if sum(self.tokens[seat] for seat in able) < standing.cost + 1:
            self.raising_over = True

    def revealed(self) -> str:
        """The text of the table's event that is due."""
        cups = [" ".join(self.cups.get(seat, ["-"])) for seat in self.seats]
        return "reveal " + " / ".join(cups)

    def reveal(self) -> None:
        assert self.standing is not None
        assert self.starter is not None
        for seat, faces in self.cups.items():
            self.dice[seat] = len([face for face in faces if face != self.standing.face])
        self.cups = {}
        self.standing = None
        self.raising_over = False
        if not self.with_dice() or not any(self.tokens.values()):
            self.game_over = True
            return
        clockwise = self.seats[self.starter + 1 :] + self.seats[: self.starter + 1]
        self.starter = next(seat for seat in clockwise if self.tokens[seat])

    # --- The end ---

    def scores(self) -> list[int]:
        return [self.dice[seat] for seat in self.seats]

    def winners(self) -> list[int]:
        return [seat for seat in self.seats if self.dice[seat] == max(self.dice.values())]
