"""What people do between tables: the daily cup, and evenings of several games."""
