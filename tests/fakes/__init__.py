"""Stand-ins for services that cannot be reached in a test."""
