"""The games, one folder each; every one is found by its entry point."""
