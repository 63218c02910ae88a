"""How balanced a game is: `cubilete study balance`.

    plan.py        which game, bots and games are studied
    games.py       plays the games in any executor, and reduces each one to facts
    luck.py        how much of the result was luck, from analysed games
    measure.py     all of it, for a plan
    statistics.py  sums facts up in constant memory
    tables.py      what people read of it
    plots.py       the same as pictures (needs the extra `study`)
    page.py        the report of one page, without anything from elsewhere

The same plan gives the same numbers, whatever the number of processes: games are numbered, and
facts are added in the order of the numbers. docs/balance.md defines every figure.
"""
