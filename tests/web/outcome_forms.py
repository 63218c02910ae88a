"""The form for real dice, as a browser without script has it."""

import random
import re


def hidden_fields(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<input type="hidden" name="(token|seat|on|key)" value="([^"]*)"', page)
    )


class OutcomeForm:
    """The questions of the form on a page, and answers to them."""

    def __init__(self, page: str) -> None:
        form = re.search(r'<form class="felt real-dice".*?</form>', page, re.DOTALL)
        assert form, "the page has no form for outcomes"
        self.text = form[0]
        self.fields = hidden_fields(self.text)
        self.rows: dict[str, list[str]] = {}
        for name, value in re.findall(r'type="radio" name="(row\d+)" value="([^"]+)"', self.text):
            self.rows.setdefault(name, []).append(value)
        counted = re.search(r'class="counters" data-dice="(\d+)"', self.text)
        self.counted_dice = int(counted[1]) if counted else 0
        """How many equal dice are asked for by counting faces; 0 where there are rows."""

    def answer(self, rng: random.Random) -> dict[str, str]:
        """An answer to every question of the form."""
        faces = [rng.randint(1, 6) for _ in range(self.counted_dice)]
        if faces:  # a browser sends the empty fields too
            return {f"count{face}": str(faces.count(face) or "") for face in range(1, 7)}
        return {row: rng.choice(values) for row, values in self.rows.items()}

    def counts(self) -> list[str]:
        return re.findall(r'name="count\d" [^>]*value="([^"]*)"', self.text)

    def checked(self) -> list[str]:
        return re.findall(r'value="([^"]+)" required checked', self.text)
