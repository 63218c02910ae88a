"""Attacks on a running server, by the points of what it promises; tools/attack.py runs them.

An attack is a function with `@attack`. It is an outsider: it uses HTTP, the command
`cubilete verify` and the files that other users of the machine can see. It returns a sentence when
the server held and raises `Broken` with a sentence when it did not.
"""
