"""Markdown as HTML, from the blocks that the core reads; sanitised (decision 26)."""
