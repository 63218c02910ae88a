"""The interfaces of a game's five parts: rules, words, page, policy and study."""
