"""Size limits for work done while the user types."""

MAX_CHARS = 1_000_000
"""Characters of a note: links and citations in a longer one are ignored, since
finding them would block all other requests for a second."""
