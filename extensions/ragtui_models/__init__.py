"""Answers and scores of Claude and of servers of one's own, and vectors of servers."""
