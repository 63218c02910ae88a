"""The same tables for programs: JSON in, JSON out, and streams of events."""
