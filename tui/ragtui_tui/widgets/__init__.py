"""The parts that screens are made of, each with one purpose."""
