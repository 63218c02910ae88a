"""A balance study as JSON, for programs."""

from cubilete.core.json_types import Json, JsonObject
from cubilete.study.balance.luck import LuckShare
from cubilete.study.balance.statistics import PERCENTILES, Balance, Mean, PieceUse, Spread

DIGITS = 5


def summary(balance: Balance) -> JsonObject:
    plan = balance.plan
    options: JsonObject = {}
    for name, value in plan.setup().options.items():
        options[name] = list[Json](value) if isinstance(value, list) else value
    return {
        "game": plan.slug,
        "players": len(plan.bots),
        "bots": list(plan.bots),
        "options": options,
        "seed": plan.seed,
        "games": balance.games,
        "unit": "points" if balance.alone else "share",
        "even": None if balance.alone else round(balance.even, DIGITS),
        "by_order": [mean_of(mean) for mean in balance.places],
        "scores_by_order": [mean_of(mean) for mean in balance.place_scores],
        "by_seat": [mean_of(mean) for mean in balance.seats],
        "opponents": [mean_of(mean) for mean in balance.opponents],
        "rounds": spread_of(balance.rounds),
        "decisions": spread_of(balance.decisions),
        "scores": spread_of(balance.scores),
        "best_score": balance.best_score,
        "gap": spread_of(balance.gaps),
        "lead_changes": spread_of(balance.lead_changes),
        "comebacks": mean_of(balance.comebacks),
        "shared_wins": round(balance.shared_wins, DIGITS),
        "luck": luck_of(balance.luck()),
        "luck_with_novices": luck_of(balance.mixed_luck()),
        "kinds": {kind: use_of(balance, use) for kind, use in balance.kinds.items()},
        "sorts": sorts_of(balance),
        "pieces": [
            {"kind": kind, "piece": piece, **use_of(balance, use)}
            for (kind, piece), use in balance.uses.items()
        ],
    }


def sorts_of(balance: Balance) -> Json:
    """Pieces that are called the same; None where the game does not say how often it wants them."""
    wanted = balance.plan.game.study.wanted_shares()
    if wanted is None:
        return None
    least, most = wanted
    return [
        {
            "kind": sort.kind,
            "words": str(sort.words),
            "pieces": len(sort.shares),
            "mean": rounded(sort.mean),
            "as_wanted": least <= sort.mean <= most,
            "outside": list[Json](sort.outside(least, most)),
        }
        for sort in balance.sorts()
    ]


def rounded(value: float) -> float | None:
    """None for a margin that is infinite, which JSON does not have."""
    return None if value == float("inf") else round(value, DIGITS)


def mean_of(mean: Mean) -> JsonObject:
    return {"mean": rounded(mean.mean), "margin": rounded(mean.margin), "count": mean.count}


def spread_of(spread: Spread) -> JsonObject:
    return {
        "mean": rounded(spread.mean),
        "deviation": rounded(spread.deviation),
        "percentiles": {str(each): spread.percentile(each) for each in PERCENTILES},
        "counts": {str(value): spread.counts[value] for value in sorted(spread.counts)},
    }


def luck_of(found: LuckShare | None) -> Json:
    if found is None:
        return None
    return {
        "share": rounded(found.share),
        "margin": rounded(found.margin),
        "games": found.games,
    }


def use_of(balance: Balance, use: PieceUse) -> JsonObject:
    worth = balance.worth(use)
    return {
        "uses": use.times,
        "games": use.games,
        "players": use.values.count,
        "points": use.points,
        "value": mean_of(use.values),
        "worth": None if worth is None else rounded(worth.difference),
        "worth_margin": None if worth is None else rounded(worth.margin),
    }
