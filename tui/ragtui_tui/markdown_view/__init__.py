"""Markdown as rows of the screen."""
