"""What the commands share: arguments, output and failures."""
