"""Model servers of one's own: which run, and what their models can do."""
