"""The statistics view (F6)."""
