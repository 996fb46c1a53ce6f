"""Numbers with nouns, for messages."""


def counted(number: int, noun: str) -> str:
    """`1 document`, `2,000 documents`, `3 searches`."""
    return f"{number:,} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """The noun for that number of things: with `s`, or `es` after `ch`."""
    if number == 1:
        return noun
    return f"{noun}es" if noun.endswith("ch") else f"{noun}s"
