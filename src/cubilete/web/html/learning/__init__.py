"""What the pages show to people who learn a game."""
