"""Answers without a language model: the best passages, word for word."""
