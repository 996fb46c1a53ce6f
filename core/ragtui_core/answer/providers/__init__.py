"""Who writes an answer: Claude, a compatible server, or exact extracts."""
