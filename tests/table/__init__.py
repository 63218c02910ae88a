"""Tests of cubilete.table."""
