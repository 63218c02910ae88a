"""Tests of Twenty One."""
