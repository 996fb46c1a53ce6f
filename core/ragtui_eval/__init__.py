"""Measures how well search works, on judged queries, and keeps what was measured."""
