"""What the command's exit code says; documented in docs/commands.md."""

FOUND = 0
"""Done, with something to show."""

NOTHING = 1
"""Done, but nothing was found."""

FAILED = 2
"""An error, told on standard error."""

INTERRUPTED = 130
"""Stopped by Ctrl+C; what was done is kept."""
