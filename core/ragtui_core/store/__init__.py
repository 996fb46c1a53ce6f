"""The index of one vault: a single SQLite file, written by one, read by many.

Nothing is imported here: a module of the store that another thread is importing could
be partially initialized.
"""
