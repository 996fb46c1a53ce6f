"""Fakes of services that cannot be reached in a test."""
