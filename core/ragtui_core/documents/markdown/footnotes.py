"""Footnotes of a document: references `[^name]`, and definitions `[^name]: text`."""

import re
from dataclasses import dataclass

from ragtui_core.documents.markdown.link_patterns import normal_name
from ragtui_core.documents.markdown.markup import markup_of
from ragtui_core.types import Span

_LINE_START = re.compile(r"(?<![^\r\n]) {0,3}\Z")
_FOOTNOTE_MARK = re.compile(r"\[\^(?P<name>[^\[\]\s^]++)\](?P<colon>:)?")
_FOOTNOTE_REST = re.compile(
    r"[^\r\n]*+"
    r"(?>(?:(?:\r\n?|\n)(?=[^\r\n])(?![ ]{0,3}\[\^)[^\r\n]*+"  # the same paragraph
    r"|(?:(?:\r\n?|\n)[ \t]*+)+(?:\r\n?|\n)(?:[ ]{4}|\t)[^\r\n]*+)*)"  # an indented one
)


@dataclass(frozen=True, slots=True)
class Footnote:
    """A reference to a footnote, or its definition.

    Attributes:
        name: As compared: without case.
        span: The mark `[^name]`, without a colon.
        body: The text of a definition; None for a reference.
    """

    name: str
    span: Span
    body: Span | None = None

    @property
    def is_definition(self) -> bool:
        """Whether the footnote's text follows."""
        return self.body is not None


def footnotes_of(text: str) -> list[Footnote]:
    """The references and definitions of a text, in order; none in code or comments."""
    if "[^" not in text:
        return []
    plain = markup_of(text).plain
    return [_footnote(mark, text, plain) for mark in _FOOTNOTE_MARK.finditer(plain)]


def _footnote(found: re.Match[str], text: str, plain: str) -> Footnote:
    name, end = normal_name(found["name"]), found.end("name") + 1
    at = found.start()
    is_defined = found["colon"] and _LINE_START.search(plain, max(0, at - 4), at)
    if not is_defined:
        return Footnote(name, Span(at, end))
    rest = _FOOTNOTE_REST.match(text, found.end())
    last = rest.end() if rest else found.end()
    return Footnote(name, Span(at, end), Span(found.end(), last))
