"""Web Push: people who asked for it are told when it is their turn and they are away."""
