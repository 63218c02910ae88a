"""What a game is: state, chance, record, errors, the registry. Pure: no network, no clock."""
