"""The chat (F4)."""
