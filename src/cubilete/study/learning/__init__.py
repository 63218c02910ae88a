"""How the tables that strategies ship are learned: one module a game.

They are here and not beside the strategies because playing never needs them: nothing imports them
but `cubilete precompute`, by the entry points of the group `cubilete.tables`.
"""
