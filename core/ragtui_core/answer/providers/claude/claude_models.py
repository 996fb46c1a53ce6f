"""Default models of Claude."""

DEFAULT_MODEL = "claude-sonnet-5-5"
"""The current Sonnet of the installed SDK; a test compares it with the SDK's list."""

SMALL_MODEL = "claude-haiku-5-5"
"""The current Haiku, tested in the same way."""
