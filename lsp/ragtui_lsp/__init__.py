"""The language server: a protocol adapter around the core."""
