"""The bots of all games: levels, search, and how a finished game is judged.

One engine for every game. It knows `core`, not the games: what a game contributes is its policy
(`cubilete.core.parts.policy`).
"""
