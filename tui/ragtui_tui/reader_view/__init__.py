"""The reader (F3)."""
