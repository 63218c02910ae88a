"""A game that is over, and the great moments before."""
