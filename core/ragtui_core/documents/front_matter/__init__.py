"""The YAML block at the start of a note -> the fields used by search."""
