"""Patterns of paths, as SQLite's GLOB takes them, as regular expressions."""

import re

_NOTHING = "(?!)"
"""Matches no text."""

_PART = re.compile(r"\[(\^?)(\]?[^\]]*)\]|.", re.DOTALL)
"""A list of characters, which may be negated, or one character."""

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def regex_of(pattern: str) -> str:
    """SQLite's glob pattern as an expression for a whole text.

    `*` is any text, `?` a character, `[a-c]` one of a list, `[^a-c]` one of no list.
    With a list that does not end, nothing matches.
    """
    return f"^{_PART.sub(_expression_of, pattern)}$"


def _expression_of(part: re.Match[str]) -> str:
    negation, listed = part.groups()
    if listed is None:
        wild = {"*": ".*", "?": ".", "[": _NOTHING}
        return wild.get(part[0]) or _quoted(part[0])
    # SQLite lets a range be backwards, which has no characters.
    items = re.findall(r".-.|.", listed, re.DOTALL)
    kept = [item for item in items if len(item) == 1 or item[0] <= item[2]]
    if not kept:
        return "." if items and negation else _NOTHING
    inside = ("-".join(map(_quoted, item[::2])) for item in kept)
    return f"[{negation}{''.join(inside)}]"


def _quoted(character: str) -> str:
    return _PUNCTUATION.sub(r"\\\1", character)
