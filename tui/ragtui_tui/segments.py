"""Where Markdown that still comes can be cut, so that the first part is finished."""

import re

LEAST = 800
"""Characters of a part; each is a widget, and many small ones are slow too."""

MOST = 3_000
"""From here on a list is cut between two of its items."""

KNOWN = 8
"""So many characters tell what kind of line it is, though its end has not come."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def border(text: str) -> int:
    """The first character of a block with which a new part can begin; 0 if none.

    Code between fences stays in one part, and so does a list of ordinary length.
    """
    fence, after_blank = "", False
    for found in _LINE.finditer(text):
        line, start = found.group(), found.start()
        if fence:
            fence = "" if _closes(line, fence) else fence
        elif start >= LEAST and _begins(line, start, after_blank=after_blank):
            return start
        elif opening := _FENCE.match(line):
            fence = opening[1]
        after_blank = not line.strip()
    return 0


def _begins(line: str, start: int, *, after_blank: bool) -> bool:
    """Whether a block begins with this line that does not go on what came before."""
    if line[0].isspace() or not (line.endswith("\n") or len(line) >= KNOWN):
        return False
    return start >= MOST if _ITEM.match(line) else after_blank


def _closes(line: str, fence: str) -> bool:
    """Whether a line ends the code that `fence` began."""
    marks = line.strip()
    return len(marks) >= len(fence) and not marks.strip(fence[0])
