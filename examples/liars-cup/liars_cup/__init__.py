"""Liar's Cup: one die under each cup, and claims about the sum of all."""

from cubilete import About, Game

from .policy import LiarsCupPolicy
from .rules import LiarsCupRules
from .words import LiarsCupWords

GAME = Game(
    about=About(slug="liars-cup", name="Liar's Cup", players=range(2, 6), minutes=10),
    rules=LiarsCupRules(),
    words=LiarsCupWords(),
    policy=LiarsCupPolicy(),
)
