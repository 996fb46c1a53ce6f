"""Patterns of paths, as SQLite's GLOB takes them, as regular expressions."""

import re

_NOTHING = "(?!)"
"""Matches no text."""

_MEANT = re.compile(r"([!-/:-@\[-`{-~])")
"""All punctuation of ASCII."""


def regex_of(pattern: str) -> str:
    """SQLite's glob pattern as an expression for a whole text.

    For `[` alone it is one that matches nothing.

    `*` is any text, `?` a character, `[a-c]` one of a list, `[^a-c]` one of no list.
    """
    parts = ["^"]
    at = 0
    while at < len(pattern):
        character = pattern[at]
        at += 1
        if character == "*":
            parts.append(".*")
        elif character == "?":
            parts.append(".")
        elif character == "[":
            end = _end_of_list(pattern, at)
            if end < 0:
                return _NOTHING
            parts.append(_list(pattern[at:end]))
            at = end + 1
        else:
            parts.append(_quoted(character))
    return "".join([*parts, "$"])


def _end_of_list(pattern: str, start: int) -> int:
    first = start + pattern.startswith("^", start)
    return pattern.find("]", first + 1)


def _list(text: str) -> str:
    negated = text.startswith("^")
    alternatives = []
    items = text[negated:]
    at = 0
    while at < len(items):
        if items[at + 1 : at + 2] == "-" and at + 2 < len(items):
            first, last = items[at], items[at + 2]
            if first <= last:
                alternatives.append(f"[{_quoted(first)}-{_quoted(last)}]")
            at += 3
        else:
            alternatives.append(_quoted(items[at]))
            at += 1
    either = f"(?:{'|'.join(alternatives) or _NOTHING})"
    return f"(?!{either})." if negated else either


def _quoted(character: str) -> str:
    return _MEANT.sub(r"\\\1", character)
