"""Finds the links and the tags in the text of a note, saved or not.

Links are `[[note#heading|label]]`, `[label](note.md#heading)`, and references with
their definitions, including embeds (`![[note]]`). Excluded are links in code,
comments, formulas (`$…$`, `$$…$$`) and front matter, URLs (`https:`, `mailto:`), and
images. Links never overlap: of nested links the inner one is used, as in CommonMark.
Linear time.

Tags are `#tag` in the body, and those of the front matter. A tag in the body is at the
start of a line or after white space, an opening bracket or a mark of emphasis, quotes
and tables. Its name has letters, digits, `_`, `-`, `/` and other non-punctuation
characters; at least one is not a digit (`#12` is a number), and `#fff` or `#a1b2c3`,
three, four, six or eight hexadecimal digits, is a colour. Code, comments and link
destinations contain no tags.

Besides headings, links can name blocks (`^name`) and the places that `<a id="name">`,
`## Title {#name}` and `> ## Title` make.
"""

import re
from collections.abc import Iterator
from re import Match

from ragtui_core.documents.front_matter.block import (
    FrontMatter,
    read_front_matter,
)
from ragtui_core.documents.front_matter.fields import FIELD_KEYS, read_fields
from ragtui_core.documents.markdown import link_patterns as patterns
from ragtui_core.documents.markdown.link_types import Link, LinkKind, Tag
from ragtui_core.documents.markdown.literals import without_literals
from ragtui_core.documents.markdown.table_of_contents import anchor_of
from ragtui_core.text.sentences import trimmed
from ragtui_core.types import Span

__all__ = [
    "Link",
    "LinkKind",
    "Tag",
    "block_named",
    "blocks_of",
    "is_literal",
    "links_from",
    "links_of",
    "named_places",
    "tags_of",
]


def links_of(text: str, *, images: bool = False) -> list[Link]:
    """The links of a note, in order; `images` includes Markdown images."""
    if "[" not in text:
        return []
    front = read_front_matter(text)
    return links_from(text, front.span.end if front else 0, images=images)


def links_from(text: str, start: int, *, images: bool = False) -> list[Link]:
    """The links of a note whose front matter ends at character `start`."""
    if not any(text.find(mark, start) >= 0 for mark in ("](", "[[", "]:")):
        return []
    plain = plain_text(text, start)
    return list(LinkScanner(text, plain, images=images).links())


_FORMULA = re.compile(
    r"\$\$(?:[^$\r\n]|\r\n?(?![ \t]*+[\r\n])|\n(?![ \t]*+[\r\n]))++\$\$"
    r"|(?<![\w$])\$(?=[^\s$])[^$\r\n]*+(?<!\s)\$(?![\w$])"
)
"""A formula as pandoc and Obsidian have them: `$5 and $6` is none."""

_NOT_LINE_END = re.compile(r"[^\r\n]")


def plain_text(text: str, start: int) -> str:
    """A text without literals and formulas, as long as before: links may be in it."""
    plain = without_literals(text, start)
    parts, done, at = [], 0, plain.find("$")
    while at >= 0:  # Formulas are rare: the pattern is tried at their first characters.
        end = at + 1
        if found := _FORMULA.match(plain, at):
            parts += [plain[done:at], _NOT_LINE_END.sub(" ", found[0])]
            done = end = found.end()
        at = plain.find("$", end)
    return "".join((*parts, plain[done:])) if parts else plain


def is_literal(text: str, offset: int) -> bool:
    """Whether a character is in code, a comment or a formula, where no links are."""
    return plain_text(text, 0)[offset] != text[offset]


class LinkScanner:
    """Scans one text, once."""

    def __init__(self, text: str, plain: str, *, images: bool = False) -> None:
        """Scan `text`; `plain` is the same text with literals blanked.

        With `images`, Markdown images count as links to their files.
        """
        self._text = text
        self._plain = plain
        self._images = images
        self._definitions: dict[str, Match[str]] = {}
        self._defined_at: dict[int, Match[str]] = {}
        self._openers: list[int] = []
        self._end = 0
        self._last_start = -1

    def links(self, first: int = 0, last: int | None = None) -> Iterator[Link]:
        """The links in order; those of the blocks from `first` to `last` only."""
        self._find_definitions()
        end = len(self._plain) if last is None else last
        for bracket in patterns.BRACKET.finditer(self._plain, first, end):
            at = bracket.start()
            if at >= self._end and (link := self._link(bracket[0], at)):
                yield link

    def _find_definitions(self) -> None:
        if "]:" not in self._plain:
            return
        for found in patterns.DEFINITION.finditer(self._plain):
            at = found.start()
            if patterns.LINE_START.search(self._plain, max(0, at - 4), at):
                name = patterns.normal_name(found["name"])
                self._definitions.setdefault(name, found)
                self._defined_at[at] = found

    def _link(self, bracket: str, at: int) -> Link | None:
        """The link that is complete once `bracket` is read, if any."""
        if bracket == "]":
            return self._closed(at) if self._openers else None
        if found := self._defined_at.get(at):
            span = Span(*found.span())
            return self._to_destination(found, span, found["name"])
        if self._plain.startswith("[[", at) and (
            wiki := patterns.WIKI_LINK.match(self._plain, at)
        ):
            return self._wiki(wiki)
        self._openers.append(at)
        return None

    def _closed(self, at: int) -> Link | None:
        """The link whose text ends at the bracket `at`, if there is one."""
        opener = self._openers.pop()
        if not self._may_close(opener, at):
            return None
        start = self._with_mark(opener)
        if found := patterns.INLINE.match(self._plain, at + 1):
            span = Span(start, found.end())
            return self._to_destination(found, span, self._text[opener + 1 : at])
        label = Span(opener + 1, at)
        found = patterns.NAMED.match(self._plain, at + 1)
        named = found and found["name"].strip()
        name = Span(*found.span("name")) if found and named else label
        end = found.end() if found else at + 1
        return self._reference(Span(start, end), name, label)

    def _may_close(self, opener: int, at: int) -> bool:
        """Whether the brackets are a pair that can form a link."""
        if not self._definitions and self._plain[at + 1 : at + 2] != "(":
            return False
        if at - opener > patterns.MAX_TEXT_CHARS:
            return False
        return not patterns.BORDER.search(self._plain, opener, at)

    def _wiki(self, found: Match[str]) -> Link | None:
        span = Span(self._with_mark(found.start()), found.end())
        note, heading, label = (
            self._text[slice(*found.span(name))].strip()
            for name in ("note", "heading", "label")
        )
        self._skip(span)
        if patterns.is_external(note) or not (note or heading):
            return None
        if self._is_image(span) and patterns.is_attachment(note):
            return None
        target = trimmed(self._text, Span(*found.span("target")))
        shown = label or target.of(self._text)
        return Link(LinkKind.WIKI, span, target, note, heading, shown)

    def _to_destination(self, found: Match[str], span: Span, label: str) -> Link | None:
        """The link to the destination in `found`, unless that is outside the vault."""
        is_free = self._skip(span)
        first, last = found.span("bare" if found["bare"] else "angled")
        written = self._text[first:last]
        if not is_free or patterns.is_external(written):
            return None
        note, _, heading = written.partition("#")
        if not (note or heading):
            return None
        if self._is_image(span) and not (self._images or patterns.is_note(note)):
            return None
        target, heading = patterns.decode_target(note), patterns.decode_target(heading)
        destination = Span(first, last)
        return Link(LinkKind.MARKDOWN, span, destination, target, heading, label)

    def _reference(self, span: Span, name: Span, label: Span) -> Link | None:
        """The link by a name that the text defines."""
        if not self._definitions or len(name) > patterns.MAX_NAME_CHARS:
            return None
        found = self._definitions.get(patterns.normal_name(name.of(self._plain)))
        if not found:
            return None
        link = self._to_destination(found, span, label.of(self._text))
        if not link:
            return None
        return Link(
            LinkKind.REFERENCE, span, name, link.target, link.heading, link.label
        )

    def _with_mark(self, bracket: int) -> int:
        """Where a link that opens at `bracket` starts: at the `!` of an embed."""
        return bracket - (bracket > self._end and self._plain[bracket - 1] == "!")

    def _is_image(self, span: Span) -> bool:
        return self._text[span.start] == "!"

    def _skip(self, span: Span) -> bool:
        """Continue after `span`; returns whether it contains no link."""
        self._end = span.end
        is_free = self._last_start < span.start
        if not self._is_image(span):
            self._last_start = span.start
        return is_free


def block_named(text: str, name: str) -> Span | None:
    """The line that a block reference (`[[note#^name]]`) leads to, without its mark.

    That is the line that ends with ` ^name`, or, if the mark has a line of its own, as
    below a table, the last line of text above it.
    """
    mark = re.compile(rf"(?<![^\s]){re.escape('^' + name)}[ \t]*+(?![^\r\n])")
    found = mark.search(without_literals(text))
    return _block(text, found) if found else None


_BLOCK = re.compile(r"(?<![^\s])\^(?P<name>[\w-]++)[ \t]*+(?![^\r\n])")


def blocks_of(text: str) -> list[tuple[str, Span]]:
    """The names of the blocks of a note, in order, each with what it leads to."""
    found = _BLOCK.finditer(without_literals(text)) if "^" in text else ()
    return [(each["name"], _block(text, each)) for each in found]


def _block(text: str, found: Match[str]) -> Span:
    """The line that a mark refers to."""
    start = max(text.rfind(end, 0, found.start()) for end in "\r\n") + 1
    above = text[: found.start()].rstrip()
    if not text[start : found.start()].strip() and above:
        start = max(above.rfind(end) for end in "\r\n") + 1
    return Span(start, max(start, len(above)))


_TAG = re.compile(
    r"\#(?<![^\s(*_~>|,;]\#)(?<!\]\(\#)(?<!\]:\ \#)"
    r"(?P<name>[^\s\0-,.:-@\[-^`{-\x7f\u2000-\u206f\u3000-\u303f\uff00-\uff0f]++)"
)
_NO_TAG = re.compile(r"[\d/_-]+|[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}")
_TAGS_KEY = re.compile(
    rf"(?<![^\r\n])(?:{'|'.join(FIELD_KEYS['tags'])})[ \t]*:"
    r"(?P<value>[^\r\n]*+(?:(?:\r\n?|\n)(?:[ \t-][^\r\n]*+)?(?![^\r\n]))*+)",
    re.IGNORECASE,
)


def tags_of(text: str) -> list[Tag]:
    """The tags of a note, saved or not, in order.

    A tag that front matter writes with escapes is omitted.
    """
    front = read_front_matter(text)
    tags = list(_tags_of_front_matter(text, front)) if front else []
    start = front.span.end if front else 0
    if text.find("#", start) >= 0:
        tags += _tags_of_body(without_literals(text, start))
    return tags


def _tags_of_body(plain: str) -> Iterator[Tag]:
    for found in _TAG.finditer(plain):
        name = found["name"].rstrip("/-")
        if name and not _NO_TAG.fullmatch(name):
            yield Tag(name, Span(found.start(), found.start("name") + len(name)))


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
        for found in pattern.finditer(text, *key.span("value")):
            if name := remaining.pop(found[0].casefold(), None):
                yield Tag(name, Span(*found.span()))


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
        if name := _name_of_place(place, text):
            found.setdefault(name, Span(*place.span()))
    return found


def _name_of_place(place: re.Match[str], text: str) -> str:
    kind = place.lastgroup or ""
    words = text[slice(*place.span(kind))]
    if kind == "quoted":
        return anchor_of(words.strip())
    pattern = _NAME_IN_TAG if kind == "tag" else _NAME_OF_HEADING
    named = pattern.search(words)
    return named[named.lastgroup or 0] if named else ""
