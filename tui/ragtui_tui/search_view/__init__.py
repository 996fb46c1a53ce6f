"""The search view (F2)."""
