"""Encodings other than UTF-8: which of them a file has, as a guess that is reported."""
