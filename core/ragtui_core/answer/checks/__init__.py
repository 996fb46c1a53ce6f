"""What a person should know about an answer before relying on it."""
