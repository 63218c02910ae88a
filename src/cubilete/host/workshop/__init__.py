"""Home-made material: decks, sheets and levels that people make in the browser."""
