"""Keyword and vector candidates, and their fusion."""
