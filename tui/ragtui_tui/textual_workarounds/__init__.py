"""Work-arounds for Textual, each with its upstream issue."""
