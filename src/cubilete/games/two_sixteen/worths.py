"""Placeholder."""
import json
from cubilete.games.two_sixteen.race import Race
from cubilete.games.two_sixteen.scoring import Cards
def race_with(cards: Cards) -> Race:
    return Race(json.load(open("/tmp/g216/F.json")))
