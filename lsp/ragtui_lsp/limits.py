"""What is too much to be looked at while somebody types."""

MAX_CHARS = 1_000_000
"""Characters of a note: links and citations in a longer one are left alone, since
finding them would keep all other requests waiting for a second."""
