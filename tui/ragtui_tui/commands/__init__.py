"""What can be done, listed once for help and the command palette."""
