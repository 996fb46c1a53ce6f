"""Quotations and their files: locate, verify, save, recheck. Needs no provider."""
