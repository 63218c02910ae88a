"""The interfaces of a game's four parts: rules, words, page and policy."""
