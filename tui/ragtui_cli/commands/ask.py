"""`ragtui ask QUESTION`."""

import argparse


def add(parser: argparse.ArgumentParser) -> None:
    """Describe."""
