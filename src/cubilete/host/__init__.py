"""The tables running in this process: load, change, presence, clocks, bots.

Async, no HTTP, no HTML: it imports only store, table, core and language.
"""
