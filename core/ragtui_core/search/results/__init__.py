"""Ranked chunks -> hits, excerpts, notes and JSON."""
