"""Answers by Claude, with citations that name spans of files."""
