"""Tables that belong to something larger: the daily cup."""
