"""The lines of code and data with their enclosing lines, and which are comments."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from pygments.token import Comment, Literal
from pygments.util import ClassNotFound

from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind, State, plain_block

_LINE = re.compile(r"[^\n]*\S[^\n]*")


def code_blocks(text: str, start: int, name: str) -> Iterator[ShownBlock]:
    """The lines of a file of code, each with those that it is indented below.

    Args:
        text: Of the file.
        start: Where it begins, after a byte order mark.
        name: Of the file, which tells its language.
    """
    body = text[start:]
    states = commented_lines(body, "", name)
    above: list[tuple[int, str]] = []
    section = ""
    for line in _LINE.finditer(body):
        words = line[0].strip()
        indent = len(line[0]) - len(line[0].lstrip())
        while above and above[-1][0] >= indent:
            above.pop()
        if indent == 0 and words.startswith("["):
            section = words
        parents = (section,) * (bool(section) and section != words)
        parents += tuple(text for _, text in above)
        yield plain_block(
            ShownKind.CODE,
            line[0],
            start + line.start(),
            parents=parents,
            state=states.get(line.start(), State.NONE),
        )
        above.append((indent, words))


@lru_cache(maxsize=16)
def commented_lines(text: str, language: str, name: str = "") -> dict[int, State]:
    """The state of lines of code that begin in a comment or a string, by start."""
    lexer = _lexer(language, name)
    if lexer is None:
        return {}
    states: dict[int, State] = {}
    was_string = False
    for at, kind, value in lexer.get_tokens_unprocessed(text):
        goes_on, was_string = was_string, kind in Literal.String
        if not (kind in Comment or kind in Literal.String):
            continue
        for line in _LINE.finditer(value):
            start = text.rfind("\n", 0, at + line.start()) + 1
            begins = not text[start : at + line.start()].strip()
            if begins and (line.start() or goes_on or kind in Comment):
                states[start] = State.COMMENT if kind in Comment else State.STRING
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
