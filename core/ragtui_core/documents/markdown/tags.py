"""Finds the tags of a note: `#tag` in its body, and those of its front matter.

A tag in the body is at the start of a line or after white space, an opening bracket
or a mark of emphasis, quotes and tables. Its name has letters, digits, `_`, `-`,
`/` and other non-punctuation characters; at least one is not a digit (`#12`
is a number), and `#fff` or `#a1b2c3`, three, four, six or eight hexadecimal digits, is
a colour. Code, comments and link destinations contain no tags.
"""

import re
from collections.abc import Iterator

from ragtui_core.documents.front_matter.block import (
    FrontMatter,
    read_front_matter,
)
from ragtui_core.documents.front_matter.fields import FIELD_KEYS, read_fields
from ragtui_core.documents.markdown.link_types import Tag
from ragtui_core.documents.markdown.literals import without_literals
from ragtui_core.types import Span

_BODY = re.compile(
    r"\#(?<![^\s(*_~>|,;]\#)(?<!\]\(\#)(?<!\]:\ \#)"
    r"(?P<name>[^\s\0-,.:-@\[-^`{-\x7f\u2000-\u206f\u3000-\u303f\uff00-\uff0f]++)"
)
_NO_NAME = re.compile(r"[\d/_-]+|[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}")
_KEY = re.compile(
    rf"(?<![^\r\n])(?:{'|'.join(FIELD_KEYS['tags'])})[ \t]*:"
    r"(?P<value>[^\r\n]*+(?:(?:\r\n?|\n)(?:[ \t-][^\r\n]*+)?(?![^\r\n]))*+)",
    re.IGNORECASE,
)


def tags_of(text: str) -> list[Tag]:
    """The tags of a note, saved or not, in order.

    A tag that front matter writes with escapes is omitted.
    """
    front = read_front_matter(text)
    tags = list(_of_front_matter(text, front)) if front else []
    start = front.span.end if front else 0
    if text.find("#", start) >= 0:
        tags += _of_body(without_literals(text, start))
    return tags


def _of_body(plain: str) -> Iterator[Tag]:
    for found in _BODY.finditer(plain):
        name = found["name"].rstrip("/-")
        if name and not _NO_NAME.fullmatch(name):
            yield Tag(name, Span(found.start(), found.start("name") + len(name)))


def _of_front_matter(text: str, front: FrontMatter) -> Iterator[Tag]:
    """The tags of the fields, located in the values of their keys."""
    names = read_fields(front.metadata, "-").fields.tags
    remaining = {name.casefold(): name for name in names}
    if not remaining:
        return
    longest_first = sorted(names, key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first))
    pattern = re.compile(rf"(?<![\w/-])(?:{either})(?![\w/-])", re.IGNORECASE)
    for key in _KEY.finditer(text, front.span.start, front.span.end):
        for found in pattern.finditer(text, *key.span("value")):
            if name := remaining.pop(found[0].casefold(), None):
                yield Tag(name, Span(*found.span()))
