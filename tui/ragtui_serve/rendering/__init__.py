"""Markdown as HTML, from the parser of the core; sanitised (decision 26)."""
