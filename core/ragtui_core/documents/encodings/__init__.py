"""Detection of encodings other than UTF-8; every guess is reported."""
