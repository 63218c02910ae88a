"""Tests of Dizzle."""
