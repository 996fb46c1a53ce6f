"""A query line -> terms, filters and corrections."""
