"""Make your own: the pages on which decks, sheets and levels are made, shown and used."""
