"""The store in a single SQLite file: rows, readers, the one writer, the schema."""
