"""Places that links can name besides the headings of sections.

That is `<a id="name">`, `## Title {#name}`, and `> ## Title`.
"""

import re

from ragtui_core.documents.markdown.literals import without_literals
from ragtui_core.documents.markdown.table_of_contents import anchor_of
from ragtui_core.types import Span

_PLACE = re.compile(
    r"<[A-Za-z](?P<tag>[^<>]*+)>"
    r"|(?<![^\r\n])[ ]{0,3}\#{1,6}[ \t](?P<heading>[^{}\r\n]*+\{[^{}\r\n]*+\})[ \t]*+"
    r"(?![^\r\n])"
    r"|(?<![^\r\n])[ ]{0,3}>[ >]*+\#{1,6}[ \t]++(?P<quoted>[^\r\n]++)"
)
_NAME_IN_TAG = re.compile(
    r"\s(?:id|name)[ \t]*+=[ \t]*+"
    r"(?:\"(?P<double>[^\"]++)\"|'(?P<single>[^']++)'|(?P<bare>[^\s\"'=]++))",
    re.IGNORECASE,
)
_NAME_OF_HEADING = re.compile(r"[{\s]\#(?P<name>[^\s{}\#]++)[^{}]*\}$")


def named_places(text: str) -> dict[str, Span]:
    """The elements of HTML that have a name, named headings, and headings in quotes.

    By name, the first of several; a heading in a quote has the name that GitHub gives
    it. None is in code or a comment. The span is the tag, or the line of the heading.
    """
    if not any(mark in text for mark in "<{>"):
        return {}
    found: dict[str, Span] = {}
    for place in _PLACE.finditer(without_literals(text)):
        if name := _name(place, text):
            found.setdefault(name, Span(*place.span()))
    return found


def _name(place: re.Match[str], text: str) -> str:
    kind = place.lastgroup or ""
    words = text[slice(*place.span(kind))]
    if kind == "quoted":
        return anchor_of(words.strip())
    pattern = _NAME_IN_TAG if kind == "tag" else _NAME_OF_HEADING
    named = pattern.search(words)
    return named[named.lastgroup or 0] if named else ""
