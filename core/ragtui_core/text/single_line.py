"""Text fit for a title, a heading or a field: one line, and not without end."""

MAX_TITLE = 300
"""Characters of a title or a heading; the rest is cut off."""

_CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], " ")


def one_line(text: str) -> str:
    """`text` without control characters, runs of white space made one space."""
    if not text.isprintable():
        text = text.translate(_CONTROLS)
    return " ".join(text.split())


def clip(text: str) -> str:
    """`text`, or its beginning if it is longer than a title may be."""
    return text if len(text) <= MAX_TITLE else f"{text[: MAX_TITLE - 1].rstrip()}…"
