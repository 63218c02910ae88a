"""Pages about people: one's own page, and tables that are open to all."""
