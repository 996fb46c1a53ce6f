"""Dialogs over the main screen."""
