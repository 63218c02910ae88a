"""Bots that strength is measured against."""
