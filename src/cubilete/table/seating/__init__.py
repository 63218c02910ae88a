"""Who may sit at a table, and what its opener decides before the game starts."""
