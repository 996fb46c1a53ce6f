"""What fills the terminal: the main screen with its three places, and help."""
