"""Recognises passages that only name other texts: lists of links, tables of contents.

What they name is found before them. A list of pages of the web names no text that could
be found: it is a text of its own.
"""

import re

LINK_LINES = 0.7
"""From this ratio of its lines on, a text is a list of links."""

_LINK_LINE = re.compile(
    r"""
    \s*(?:
        (?:(?:[-*+]|\d{1,9}[.)])\s+)?                      # a list item, or none
        (?:\[[ xX]\]\s+)?
        (?:!?\[[^\]]*\]\((?!\w+://)[^)]*\)|\[\[[^\]]*\]\])
        [\s,;.|]*
        |
        \{\{[#%<]?[^}]*\}\}                                # {{#include path}}
        |
        \{%[^%]*%\}
        |
        \[[^\]]+\]:\s*\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?   # a definition
    )\s*
    """,
    re.VERBOSE,
)
"""A link, an include directive or the definition of a link."""


def is_link_list(text: str) -> bool:
    """Whether most lines of `text` only name other files.

    Headings and blank lines do not count.
    """
    lines = [
        line for line in text.splitlines() if line.strip() and not line.startswith("#")
    ]
    named = len(list(filter(None, map(_LINK_LINE.fullmatch, lines))))
    return bool(named) and named >= LINK_LINES * len(lines)


_PAGE_REFERENCE = re.compile(
    r"[.·…_] ?[.·…_] ?[.·…_] ?[.·…_] *(?:\d{1,4}|[ivxl]{1,6}) *$", re.MULTILINE
)
"""The end of a line of a table of contents: a leader of dots and a page number."""


def is_contents(text: str) -> bool:
    """Whether half of the lines with letters are of a table of contents.

    Not more, since the first and the last one of a passage may be cut.
    """
    if not _PAGE_REFERENCE.search(text):
        return False
    lines = [line for line in text.splitlines() if any(map(str.isalpha, line))]
    named = sum(bool(_PAGE_REFERENCE.search(line)) for line in lines)
    return 0 < named >= len(lines) / 2


def only_names(text: str) -> bool:
    """Whether a passage only names other texts."""
    return is_link_list(text) or is_contents(text)
