"""Drawn faces that people choose from. Bots have faces of their own (`bots.py`)."""

PERSON_FACES = ("cat", "fox", "owl", "bear", "rabbit", "frog", "panda", "dog", "tiger", "koala")
"""Words of the drawings in web/static/animals.svg. They are stored, so they keep their names."""


def known_face(word: str) -> str:
    """The word of a drawing; "" for anything else."""
    return word if word in PERSON_FACES else ""
