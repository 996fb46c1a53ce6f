"""What a person sees of a file and of an answer: blocks of text with their places."""
