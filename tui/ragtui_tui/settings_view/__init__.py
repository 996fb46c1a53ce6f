"""The settings view (F7)."""
