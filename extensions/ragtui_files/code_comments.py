"""Which lines of code begin in a comment, or in a string of several lines."""

import re
from functools import cache, lru_cache
from typing import Any

from pygments.token import Comment, Literal
from pygments.util import ClassNotFound

_LINE = re.compile(r"[^\n]*\S[^\n]*")


@lru_cache(maxsize=16)
def commented_lines(text: str, language: str, name: str) -> dict[int, str]:
    """`comment` or `string` of lines of code that begin in one, by start."""
    lexer = _lexer(language, name)
    if lexer is None:
        return {}
    states: dict[int, str] = {}
    was_string = False
    for at, kind, value in lexer.get_tokens_unprocessed(text):
        goes_on, was_string = was_string, kind in Literal.String
        if not (kind in Comment or kind in Literal.String):
            continue
        for line in _LINE.finditer(value):
            start = text.rfind("\n", 0, at + line.start()) + 1
            begins = not text[start : at + line.start()].strip()
            if begins and (line.start() or goes_on or kind in Comment):
                states[start] = "comment" if kind in Comment else "string"
    return states


@cache
def _lexer(language: str, name: str) -> Any:
    """What reads a language, by its name or that of a file; None if nothing does."""
    # Imported here: only files of code need it.
    from pygments.lexers import get_lexer_by_name, get_lexer_for_filename

    try:
        named = get_lexer_by_name(language) if language else None
        return named or (get_lexer_for_filename(name) if name else None)
    except ClassNotFound:
        return None
