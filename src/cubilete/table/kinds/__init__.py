"""Tables of a special kind: guided lessons, and the daily cup."""
