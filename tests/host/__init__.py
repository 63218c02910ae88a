"""Tests of cubilete.host."""
