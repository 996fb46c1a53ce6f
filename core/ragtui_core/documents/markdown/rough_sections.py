"""Markdown -> sections by the marks at the starts of lines, without the parser.

For the words of a file, until it is parsed. Only `#` headings
outside code fences count, and sections have no blocks.
"""

import re
from collections.abc import Iterator

from ragtui_core.documents.markdown.sections import HEADING_ID, MAX_HEADINGS
from ragtui_core.text.single_line import clip, one_line
from ragtui_core.types import Section, Span

_MARK = re.compile(
    # Begins with a literal, which `re` looks for five times as fast.
    r"\n {0,3}(?:(?P<fence>```+|~~~+)|(?P<level>#{1,6})[ \t]+(?P<title>[^\r\n]*))"
)
_FIRST = re.compile(r"\s*(?P<level>#{1,6})[ \t]+(?P<title>[^\r\n]*)")
"""A heading with nothing above it."""


def rough_sections(text: str, start: int) -> tuple[Section, ...]:
    """The sections of `text` from character `start` on, which cover it."""
    path: list[tuple[int, str]] = []
    sections: list[Section] = []
    begin, names, level = start, tuple[str, ...](), 0
    for position, depth, title in _headings(text, start):
        if position > begin:
            sections.append(Section(names, level, Span(begin, position), ()))
        while path and path[-1][0] >= depth:
            path.pop()
        path.append((depth, title))
        names = tuple(name for _, name in path if name)
        begin, level = position, depth
        if len(sections) >= MAX_HEADINGS:
            break
    if begin < len(text):
        sections.append(Section(names, level, Span(begin, len(text)), ()))
    return tuple(sections)


def _headings(text: str, start: int) -> Iterator[tuple[int, int, str]]:
    """Position, level and title of each heading."""
    if first := _FIRST.match(text, start):
        yield start, len(first["level"]), _plain(first["title"])
        start = first.end()
    fence = ""
    for mark in _MARK.finditer(text, start):
        if found := mark["fence"]:
            if not fence:
                fence = found
            elif found.startswith(fence):
                fence = ""
        elif not fence:
            yield mark.start() + 1, len(mark["level"]), _plain(mark["title"])


def _plain(title: str) -> str:
    title = one_line(title.rstrip("# \t"))
    return clip(HEADING_ID.sub("", title) if "{" in title else title)
