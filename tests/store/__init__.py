"""Tests of cubilete.store."""
