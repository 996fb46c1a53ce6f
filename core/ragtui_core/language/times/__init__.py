"""Times in words, such as "last week" or "in May 2026", and dates in texts."""
