"""Quotations compared with files: where they are, and whether they are verified."""
