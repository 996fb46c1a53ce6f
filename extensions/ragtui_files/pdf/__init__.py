"""PDF -> text with pages: words, tables, lines and annotations."""
