"""People without accounts: what they have chosen, what they have played, and forgetting them."""
