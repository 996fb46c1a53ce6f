"""What the server does on command; docs/lsp-protocol.md describes each."""
