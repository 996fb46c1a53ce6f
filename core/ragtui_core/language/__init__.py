"""What the program knows of languages: a table of words for each, and its readers."""
