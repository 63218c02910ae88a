"""Thousands of games stepped together, into NumPy arrays: `make` is where to begin.

The arrays of a `VectorEnv` are views of memory that compiled code writes (spaces/batch.py): a step
changes them in place. Copy what must outlive it.
"""

from cubilete.study.vector.environment import VectorEnv, make

__all__ = ["VectorEnv", "make"]
