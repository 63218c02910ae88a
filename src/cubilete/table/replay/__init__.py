"""A game that is over, position by position."""
