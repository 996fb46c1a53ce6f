"""Exit codes of the command, documented in docs/commands.md."""

FOUND = 0
"""Success, with results."""

NOTHING = 1
"""Success, but nothing was found."""

FAILED = 2
"""An error, reported on standard error."""

INTERRUPTED = 130
"""Interrupted by Ctrl+C; completed work is kept."""
