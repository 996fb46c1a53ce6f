"""The capabilities of the protocol, one module each."""
