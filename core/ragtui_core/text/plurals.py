"""Numbers with nouns, and ratios, for messages."""

import math


def counted(number: int, noun: str) -> str:
    """`1 document`, `2,000 documents`, `3 searches`."""
    return f"{number:,} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """The noun for that number of things: with `s`, or `es` after `ch`."""
    if number == 1:
        return noun
    return f"{noun}es" if noun.endswith("ch") else f"{noun}s"


def percentage(ratio: float) -> str:
    """`99%` for a ratio of .999: rounded down, so that 100% is all."""
    return f"{math.floor(100 * ratio + 1e-9)}%"
