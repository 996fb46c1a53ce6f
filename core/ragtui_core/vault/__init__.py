"""A folder of notes and its index: what a program opens, and what follows it."""
