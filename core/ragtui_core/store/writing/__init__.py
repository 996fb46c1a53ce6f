"""Writes documents, mails and vectors, by what each store has of its own."""
