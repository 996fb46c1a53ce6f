"""Recognizes lists of links, include directives and link definitions."""

import re

LINK_LINES = 0.7
"""From this ratio of its lines on, a text is a list of links."""

_LINE = re.compile(
    r"""
    \s*(?:
        (?:(?:[-*+]|\d{1,9}[.)])\s+)?                      # a list item, or none
        (?:\[[ xX]\]\s+)?
        (?:!?\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\]|<https?://[^>]*>|https?://\S+)
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


def is_link_list(text: str) -> bool:
    """Whether most lines of `text` only name other files.

    Headings and blank lines do not count.
    """
    lines = [
        line for line in text.splitlines() if line.strip() and not line.startswith("#")
    ]
    named = sum(_LINE.fullmatch(line) is not None for line in lines)
    return bool(named) and named >= LINK_LINES * len(lines)
