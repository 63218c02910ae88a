"""Bots: they play what is legal, by their view and their generator alone."""

from collections.abc import Callable

from cubilete.core.check.fault import GameFault, guarded, hold
from cubilete.core.check.sentences import Sentences
from cubilete.core.game import AnyGame
from cubilete.core.parts.policy import Bot
from cubilete.core.rng import Rng
from cubilete.core.view import View


class TriedBots:
    """The bots of a game. Each has an instance that plays through all games, to compare it with
    new ones: what a bot remembers must not matter."""

    def __init__(self, game: AnyGame, sentences: Sentences) -> None:
        with guarded("policy.bots()"):
            self.makers: dict[str, Callable[[], Bot[View]]] = dict(game.policy.bots())
        hold(bool(self.makers), "policy.bots() names no bot")
        with guarded("policy.strongest()"):
            strongest = game.policy.strongest()
        hold(strongest in self.makers, f"policy.strongest() is “{strongest}”, which is no bot")
        self.old: dict[str, Bot[View]] = {}
        for name, maker in self.makers.items():
            # Records and forms write `bot NAME`.
            hold(len(name.split()) == 1, f"the bot's name “{name}” is not one word")
            with guarded(f"words.bot({name!r})"):
                message = game.words.bot(name)
            sentences.check(message, f"words.bot({name!r})", empty=False)
            with guarded(f"making the bot “{name}”"):
                self.old[name] = maker()

    def check(self, view: View, same_view: View, rng: Rng) -> None:
        """`same_view` equals `view` and is another object."""
        for name, maker in self.makers.items():
            texts: list[str] = []
            generators = [rng.copy(), rng.copy(), rng.copy()]
            players = (self.old[name], maker(), maker())
            shown = (view, view, same_view)
            for bot, own, each in zip(players, generators, shown, strict=True):
                with guarded(f"the bot “{name}”"):
                    texts.append(bot.choose(each, own))
            if texts[0] not in view.legal:
                raise GameFault(f"the bot “{name}” plays “{texts[0]}”, which is not legal")
            same = len(set(texts)) == 1 and len({own.state for own in generators}) == 1
            hold(same, f"the bot “{name}” plays by more than its view and its generator")
