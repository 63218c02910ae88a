"""Where the entries of tables are stored: SQLite for one process, PostgreSQL for several."""
