"""Simulation of games between bots, statistics of dice, and benchmarks."""
