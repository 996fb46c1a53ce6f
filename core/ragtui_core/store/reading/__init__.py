"""Answers queries, by what each store has of its own: words, vectors, selections."""
