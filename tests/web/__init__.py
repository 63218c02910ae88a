"""Tests of cubilete.web."""
