"""One live game as a fold of entries: seats, undo, chat, clocks, a shared device.

Nothing here does input or output, reads a clock or makes random numbers of its own.
"""
