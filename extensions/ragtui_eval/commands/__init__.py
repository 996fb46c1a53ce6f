"""The commands `ragtui eval` and `ragtui tune`."""
