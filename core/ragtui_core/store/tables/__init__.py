"""The rows of an index: one text of each query for both stores (`store/session.py`)."""
