"""Tests of Seis dados."""
