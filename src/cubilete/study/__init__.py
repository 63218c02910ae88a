"""Studying the games: simulation and measurement."""
