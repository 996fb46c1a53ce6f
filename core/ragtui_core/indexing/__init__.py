"""Keeps the index true to the files: scan, compare, write, embed, watch."""
