"""The server's commands, described in docs/lsp-protocol.md."""
