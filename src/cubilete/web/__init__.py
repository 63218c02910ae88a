"""The table in the browser: pages, live updates, and the same for programs."""
