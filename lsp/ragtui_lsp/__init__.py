"""The language server: the core's answers in the words of the protocol."""
