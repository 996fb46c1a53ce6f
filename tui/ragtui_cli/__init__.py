"""The `ragtui` command: reads the command line, calls the core, prints."""
