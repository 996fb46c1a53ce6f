"""What widgets and threads tell the screens."""
