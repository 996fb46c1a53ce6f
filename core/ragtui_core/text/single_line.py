"""Text for a title, a heading or a field: one line of limited length."""

from ragtui_core.text.sanitizing import sanitize

MAX_TITLE = 300
"""Maximum number of characters of a title or a heading."""

_CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], " ")


def one_line(text: str) -> str:
    """`text` without control characters, runs of white space collapsed to one space."""
    if not text.isprintable():
        text = text.translate(_CONTROLS)
    return " ".join(text.split())


def shown_line(text: str) -> str:
    """`text` on one line, as in `one_line`, that cannot command a terminal."""
    return " ".join(sanitize(text, one_line=True).split())


def clip(text: str) -> str:
    """`text`, truncated to `MAX_TITLE` characters."""
    return text if len(text) <= MAX_TITLE else f"{text[: MAX_TITLE - 1].rstrip()}…"
