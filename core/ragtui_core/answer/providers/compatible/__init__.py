"""Answers by an Anthropic-compatible server, with numbered notes."""
