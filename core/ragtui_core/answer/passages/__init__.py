"""Passages that may answer: those of the best chunks, their context and scores."""
