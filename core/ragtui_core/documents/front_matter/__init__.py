"""The YAML block at the start of a note -> fields that search knows."""
