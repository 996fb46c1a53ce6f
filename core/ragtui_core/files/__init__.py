"""Reading and writing files safely: whole or not at all, and for their owner alone."""
