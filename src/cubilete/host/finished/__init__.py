"""Games that are over, and imported ones: records, replays, analyses."""
