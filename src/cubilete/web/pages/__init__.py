"""One module a page, for people: HTML and forms."""
