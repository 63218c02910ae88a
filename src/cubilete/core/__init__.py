"""The kernel: the parts of a game, records, fair dice, errors, the registry.

It is pure: no network, no clock, no web library.
"""
