"""Pages between tables: the daily cup, and evenings of several games."""
