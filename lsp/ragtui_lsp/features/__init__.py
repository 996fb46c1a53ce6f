"""What the protocol has words for, one module a capability."""
