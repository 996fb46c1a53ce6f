"""An index in PostgreSQL, which many servers and users can share."""
