"""Finds the tags of a note, saved or not.

Tags are `#tag` in the body, and those of the front matter. A tag in the body is at the
start of a line or after white space, an opening bracket or a mark of emphasis, quotes
and tables. Its name has letters, digits, `_`, `-`, `/` and other non-punctuation
characters; at least one is not a digit (`#12` is a number), and `#fff` or `#a1b2c3`,
three, four, six or eight hexadecimal digits, is a colour. Code, comments, headings and
link destinations contain no tags.
"""

import re
from collections.abc import Iterable, Iterator

from ragtui_core.documents.front_matter.block import FrontMatter, read_front_matter
from ragtui_core.documents.front_matter.fields import FIELD_KEYS, read_fields
from ragtui_core.documents.markdown.link_types import Tag
from ragtui_core.documents.markdown.markup import markup_from
from ragtui_core.types import Span

_TAG = re.compile(
    r"\#(?<![^\s(*_~>|,;]\#)(?<!\]\(\#)(?<!\]:\ \#)"
    r"(?P<name>[^\s\0-,.:-@\[-^`{-\x7f\u2000-\u206f\u3000-\u303f\uff00-\uff0f]++)"
)
_PAGE_TAG = re.compile(
    r"#(?<![^\s(,;]#)\[\[(?P<name>[^\s\[\]|](?:[^\[\]|\r\n]*\S)?)\]\]"
)
"""A tag of Logseq with spaces: `#[[two words]]`."""
_HEADING = re.compile(r"(?<![^\r\n])[ ]{0,3}\#{1,6}[ \t][^\r\n]*+")
_NO_TAG = re.compile(r"[\d/_-]+|[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}")
_TAGS_KEY = re.compile(
    rf"(?<![^\r\n])(?:{'|'.join(FIELD_KEYS['tags'])})[ \t]*[:=]"
    r"(?P<value>[^\r\n]*+(?>(?:(?:\r\n?|\n)(?:[ \t-][^\r\n]*+)?(?![^\r\n]))*))",
    re.IGNORECASE,
)


def tags_of(text: str) -> list[Tag]:
    """The tags of a note, saved or not, in order.

    A tag that front matter writes with escapes is omitted.
    """
    front = read_front_matter(text)
    tags = list(_tags_of_front_matter(text, front)) if front else []
    return tags + tags_of_body(text, front.span.end if front else 0)


def tags_of_body(text: str, start: int) -> list[Tag]:
    """The tags of a note's text, in order; front matter ends at character `start`."""
    pages = list(_PAGE_TAG.finditer(text, start))
    if not (pages or any(_names(text, start))):
        return []  # The parser takes much longer.
    plain = markup_from(text, start).plain
    without = _HEADING.sub(lambda heading: " " * len(heading[0]), plain)
    named = [
        Tag(page["name"], Span(page.start(), page.end("name")))
        for page in pages
        if without[page.start()] == "#"
    ]
    return sorted((*named, *_names(without, start)), key=lambda tag: tag.span.start)


def all_tags(tags: Iterable[str], others: Iterable[Tag]) -> tuple[str, ...]:
    """The tags of front matter, and those of the body; each once, in any case."""
    names = {tag.casefold(): tag for tag in tags}
    for tag in others:
        names.setdefault(tag.name.casefold(), tag.name)
    return tuple(names.values())


def _names(plain: str, start: int) -> Iterator[Tag]:
    for tag in _TAG.finditer(plain, start):
        name = tag["name"].rstrip("/-")
        if name and not _NO_TAG.fullmatch(name):
            yield Tag(name, Span(tag.start(), tag.start("name") + len(name)))


def _tags_of_front_matter(text: str, front: FrontMatter) -> Iterator[Tag]:
    """The tags of the fields, located in the values of their keys."""
    names = read_fields(front.metadata, "-").fields.tags
    remaining = {name.casefold(): name for name in names}
    if not remaining:
        return
    longest_first = sorted(names, key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first))
    pattern = re.compile(rf"(?<![\w/-])(?:{either})(?![\w/-])", re.IGNORECASE)
    for key in _TAGS_KEY.finditer(text, front.span.start, front.span.end):
        for tag in pattern.finditer(text, *key.span("value")):
            if name := remaining.pop(tag[0].casefold(), None):
                yield Tag(name, Span(*tag.span()))
