"""Plays the games of a plan and sums them up."""

from collections.abc import Callable
from concurrent.futures import Executor

from cubilete.study.balance.games import play
from cubilete.study.balance.plan import Plan, mixed
from cubilete.study.balance.statistics import Balance


def measure(
    plan: Plan,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Balance:
    """Plays the games, and as many among unequal bots as are analysed. `progress` is told how many
    games were added."""
    plan.check()
    balance = Balance(plan)
    for facts in play(plan, executor):
        balance.add(facts)
        progress(1)
    for facts in play(mixed(plan), executor):
        if facts.luck is not None:
            balance.mixed.append(facts.luck)
        progress(1)
    return balance


def total_games(plan: Plan) -> int:
    """How many games `measure` plays."""
    return plan.games + mixed(plan).games
