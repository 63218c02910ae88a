"""One live game: seats, chat, undo, bots, and what each seat is sent. No web, no database."""
