"""The index of a vault: an SQLite file, or rows of a PostgreSQL database.

Nothing is imported here: a module of the store that another thread is importing could
be partially initialized.
"""
