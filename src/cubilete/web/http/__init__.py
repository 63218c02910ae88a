"""What holds for every request: identity, limits, headers, language and errors."""
