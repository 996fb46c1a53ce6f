"""Web pages and books of them -> text."""
