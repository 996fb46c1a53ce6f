"""Times in a query, such as "last week" or "in May 2026", as ranges of days."""
