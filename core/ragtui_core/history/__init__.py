"""What was asked before: conversations and the audit log."""
