"""How pages are made: templates, cached pieces, and the live part of a table's page."""
