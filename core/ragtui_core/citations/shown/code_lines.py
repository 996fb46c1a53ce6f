"""The lines of code and data with their enclosing lines, and which are comments."""

import re
from collections.abc import Iterator

from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind, State, plain_block
from ragtui_core.documents.file_readers import readers

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


def commented_lines(text: str, language: str, name: str = "") -> dict[int, State]:
    """The state of lines of code that begin in a comment or a string, by start."""
    found = readers().commented_lines(text, language, name)
    return {start: State(state) for start, state in found.items()}
